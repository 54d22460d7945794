import type { ClaimedMail } from './mail.ts'

/** What waits in the outbox. */
export interface MailQueueState {
  queued: number
  /** For good, until someone retries them. */
  failed: number
  /** How long the mail that is due longest has waited; 0 when none is due. */
  overdueSeconds: number
}

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

  /** @param countTo where counting stops, so that it costs little however many there are */
  state(countTo: number): Promise<MailQueueState>
}
