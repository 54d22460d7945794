import type { MailSummary, NewMail, StoredMail } from './mail.ts'

/** The queue of outgoing mails. A mail queued in a transaction is sent only if the transaction commits. */
export interface MailOutbox {
  /** @returns the id of the mail */
  queue(mail: NewMail): Promise<string>

  /** Queues failed mails again. @returns those that have failed */
  retry(ids: readonly string[]): Promise<MailSummary[]>

  /** Deletes a mail, unless it was sent. @returns whether it was deleted */
  discard(id: string): Promise<boolean>

  find(id: string): Promise<StoredMail | undefined>
}
