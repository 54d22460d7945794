import type { MailContent, MailSummary, NewMail, Reseller } from './mail.ts'

/** The content is erased once the mail is sent. */
export interface StoredMail extends MailSummary {
  content: MailContent | undefined
  reseller: Reseller | undefined
}

/** Mails are sent only if the transaction commits. */
export interface MailOutbox {
  queue(mail: NewMail): Promise<string>

  /** Makes failed and deferred mails due, with all attempts. Returns them without those that are sent soon anyway. */
  retry(ids: readonly string[]): Promise<MailSummary[]>

  /** @returns `false` when the mail was sent */
  discard(id: string): Promise<boolean>

  /** @throws `mail-key-removed` */
  find(id: string): Promise<StoredMail | undefined>
}

declare module '../dependencies.ts' {
  interface Stores {
    mails: MailOutbox
  }
}
