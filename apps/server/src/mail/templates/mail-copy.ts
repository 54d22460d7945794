import type { Locale } from '@partner-accounts/api'
import type { MailContent, MailKind, Reseller } from '@partner-accounts/core'

/** The text of a mail, unescaped. The HTML layout escapes it, so templates do not have to. */
export interface MailCopy {
  subject: string
  /** Shown next to the subject in a mailbox. */
  preheader: string
  greeting: string
  paragraphs: readonly string[]
  /** Only in mails with a link. */
  action?: MailAction
  /** Explains why the mail was sent. */
  footer: string
}

export interface MailAction {
  button: string
  link: string
  /** Introduces the link itself, for readers who cannot use the button. */
  plainLinkHint: string
  /** States when the link expires and how often it can be used; absent for a permanent address. */
  validity?: string
}

/** What mails to administrators mention besides their content. */
export interface MailFacts {
  reseller?: Reseller | undefined
  /** Where administrators sign in. */
  signInUrl?: string | undefined
}

export type ContentOf<Kind extends MailKind> = Extract<MailContent, { kind: Kind }>

/** A mail in all languages. */
export type MailTemplate<Kind extends MailKind> = Record<
  Locale,
  (content: ContentOf<Kind>, publicUrl: string, facts: MailFacts) => MailCopy
>
