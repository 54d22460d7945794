import { LOCALES } from '@partner-accounts/api'

/** All mails have the default locale, because the languages of recipients are unknown. */
export const MAIL_LOCALE = LOCALES[0]

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
