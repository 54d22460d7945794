import type { ClaimedMail } from '@partner-accounts/core'

export type OutgoingMail = Pick<ClaimedMail, 'id' | 'recipient' | 'content'>

/** Hands mails over to whoever brings them to their recipients. */
export interface MailTransport {
  /**
   * Resolves when the mail is in other hands. The same mail may be sent twice, after a crash: its Message-ID is the
   * same then.
   *
   * @throws DeliveryError, or any other error for what may pass
   */
  send(mail: OutgoingMail): Promise<void>

  close(): void
}
