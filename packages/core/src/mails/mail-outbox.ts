import type { MailSummary, NewMail, StoredMail } from './mail.ts'

/** Mails are sent only if the transaction commits. */
export interface MailOutbox {
  queue(mail: NewMail): Promise<string>

  retry(ids: readonly string[]): Promise<MailSummary[]>

  /** @returns `false` when the mail was sent */
  discard(id: string): Promise<boolean>

  find(id: string): Promise<StoredMail | undefined>
}
