import type { MailSummary, NewMail } from './mail.ts'

/** The queue of outgoing mails. A mail queued in a transaction is sent only if the transaction commits. */
export interface MailOutbox {
  queue(mail: NewMail): Promise<void>

  /** Queues a failed mail again. @returns `undefined` when there is no failed mail with that id */
  retry(id: string): Promise<MailSummary | undefined>
}
