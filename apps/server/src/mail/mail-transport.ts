import type { ClaimedMail } from '@partner-accounts/core'

export type OutgoingMail = Pick<ClaimedMail, 'id' | 'recipient' | 'content' | 'reseller'>

export interface MailTransport {
  /** Maximum number of concurrent mails. */
  readonly concurrency: number

  /**
   * Resolves when the server has accepted the mail. After a crash, it may be sent again with the same Message-ID.
   *
   * @throws DeliveryError; any other error counts as temporary
   */
  send(mail: OutgoingMail): Promise<void>

  close(): void
}
