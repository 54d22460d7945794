import type { ClaimedMail, MailContent } from '@partner-accounts/core'

export type OutgoingMail = Pick<ClaimedMail, 'id' | 'recipient' | 'reseller'> & { content: MailContent }

export interface MailTransport {
  readonly concurrency: number

  /**
   * Resolves when the server has accepted the mail. After a crash, the same Message-ID may be sent again.
   *
   * @throws DeliveryError; any other error counts as temporary
   */
  send(mail: OutgoingMail): Promise<void>

  /**
   * Resolves when the server can be reached and accepts the credentials. Absent from transports without a server.
   *
   * @throws DeliveryError
   */
  verify?(): Promise<void>

  close(): void
}
