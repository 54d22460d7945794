import type { ClaimedMail } from '@partner-accounts/core'

export type OutgoingMail = Pick<ClaimedMail, 'id' | 'recipient' | 'content' | 'reseller'>

/** Sends mails. */
export interface MailTransport {
  /** The number of mails that it sends concurrently. */
  readonly concurrency: number

  /**
   * Sends a mail. Resolves when the server has accepted it. After a crash, the same mail may be sent twice with the same
   * Message-ID.
   *
   * @throws DeliveryError; any other error counts as temporary
   */
  send(mail: OutgoingMail): Promise<void>

  close(): void
}
