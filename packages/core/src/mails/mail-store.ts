import type { MailContent, MailSummary, NewMail, Reseller } from './mail.ts'

/** The content is erased once the mail is sent. */
export interface StoredMail extends MailSummary {
  content: MailContent | undefined
  reseller: Reseller | undefined
}

/** The mails to send. A mail that is queued in a transaction is sent only if the transaction commits. */
export interface MailOutbox {
  queue(mail: NewMail): Promise<string>

  /**
   * Makes failed and deferred mails due now, resets their attempts to 0, and returns those mails. Skips deferred mails that
   * are due within `CLAIM_SECONDS`: they may be in flight, because a claim postpones a mail by that time.
   */
  retry(ids: readonly string[]): Promise<MailSummary[]>

  /**
   * Deletes an unsent mail.
   *
   * @returns `false` if the mail was sent or does not exist
   */
  discard(id: string): Promise<boolean>

  /** @throws `mail-key-removed` */
  find(id: string): Promise<StoredMail | undefined>
}

declare module '../dependencies.ts' {
  interface Stores {
    mails: MailOutbox
  }
}
