import type { ClaimedMail } from './mail.ts'

/** The size and delay of the mail queue. */
export interface MailQueueState {
  queued: number
  /** Mails that are not delivered unless an operator retries them. */
  failed: number
  /** For how long the oldest due mail has been due; 0 when none is due. */
  overdueSeconds: number
}

/** The delivery side of the outbox. */
export interface MailDeliveries {
  /**
   * Claims the mail that has been due longest, of those with the highest priority. No other worker can claim it until the claim expires. It then becomes
   * due again, because its worker has crashed or lost the database.
   *
   * @param claimSeconds longer than any delivery takes
   * @returns `undefined` when no mail is due
   */
  claim(claimSeconds: number): Promise<ClaimedMail | undefined>

  /** Marks the mail as sent and erases its content, which may contain an activation link. Does nothing after the claim has passed to another worker. */
  markSent(mail: ClaimedMail): Promise<void>

  /**
   * Records a failed delivery. Does nothing after the claim has passed to another worker.
   *
   * @param retryInSeconds `undefined`: no further attempt
   */
  markFailed(mail: ClaimedMail, error: string, retryInSeconds: number | undefined): Promise<void>

  /**
   * Returns the state of the queue.
   *
   * @param countTo the count at which counting stops, to limit the cost
   */
  state(countTo: number): Promise<MailQueueState>
}
