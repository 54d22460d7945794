import type { ClaimedMail } from './mail.ts'

/** The delivery side of the outbox. */
export interface MailDeliveries {
  /**
   * Takes the mail that has been due longest. No other worker gets it for as long as the claim lasts; after that it
   * is due again, as its worker must have died.
   *
   * @param claimSeconds longer than any delivery takes
   */
  claim(claimSeconds: number): Promise<ClaimedMail | undefined>

  /** Its content is erased: links in mails open things. Does nothing if the claim has passed to another worker. */
  markSent(mail: ClaimedMail): Promise<void>

  /** @param retryInSeconds undefined: for good */
  markFailed(mail: ClaimedMail, error: string, retryInSeconds: number | undefined): Promise<void>
}
