import type { Locale } from '@partner-accounts/api'
import type { MailContent, MailKind } from '@partner-accounts/core'

/** The words of one mail, as plain text. What makes HTML of them escapes them: a template cannot forget to. */
export interface MailCopy {
  subject: string
  /** What a mailbox shows next to the subject. */
  preheader: string
  greeting: string
  paragraphs: readonly string[]
  /** Only in mails that open something. */
  action?: MailAction
  /** Why it came, and that it needs no answer. */
  footer: string
}

export interface MailAction {
  button: string
  link: string
  /** Stands before the link itself, for those who cannot use the button. */
  plainLinkHint: string
  /** How long the link holds, and how often. */
  validity: string
}

export type ContentOf<Kind extends MailKind> = Extract<MailContent, { kind: Kind }>

/** A mail in every language. */
export type MailTemplate<Kind extends MailKind> = Record<
  Locale,
  (content: ContentOf<Kind>, publicUrl: string) => MailCopy
>
