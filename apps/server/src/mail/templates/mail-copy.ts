import type { Locale } from '@partner-accounts/api'
import type { MailContent, MailKind, Reseller } from '@partner-accounts/core'

export interface MailCopy {
  subject: string
  preheader: string
  greeting: string
  paragraphs: readonly string[]
  action?: MailAction
  footer: string
}

export interface MailAction {
  button: string
  link: string
  plainLinkHint: string
  /** Absent for permanent addresses. */
  validity?: string
}

export interface MailFacts {
  reseller?: Reseller | undefined
  signInUrl?: string | undefined
}

export type ContentOf<Kind extends MailKind> = Extract<MailContent, { kind: Kind }>

export type MailTemplate<Kind extends MailKind> = Record<
  Locale,
  (content: ContentOf<Kind>, publicUrl: string, facts: MailFacts) => Omit<MailCopy, 'greeting'>
>
