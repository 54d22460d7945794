import type { ClaimedMail } from '@partner-accounts/core'

export type OutgoingMail = Pick<ClaimedMail, 'id' | 'recipient' | 'content' | 'reseller'>

export interface MailTransport {
  readonly concurrency: number

  /**
   * Resolves when the server has accepted the mail. After a crash, the same Message-ID may be sent again.
   *
   * @throws DeliveryError; any other error counts as temporary
   */
  send(mail: OutgoingMail): Promise<void>

  close(): void
}
