import type { MailSummary, NewMail } from './mail.ts'

/** Mails on their way. What is queued in a transaction goes out if, and only if, the transaction holds. */
export interface MailOutbox {
  queue(mail: NewMail): Promise<void>

  /** The most recent first. */
  list(filter: { failedOnly: boolean }, limit: number): Promise<MailSummary[]>

  /** Queues a failed mail again. @returns undefined when there is no failed mail with that id */
  retry(id: string): Promise<MailSummary | undefined>
}
