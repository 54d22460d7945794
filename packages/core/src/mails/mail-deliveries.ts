import type { ClaimedMail } from './mail.ts'

export interface MailQueueState {
  queued: number
  failed: number
  /** Age of the oldest due mail; 0 when none is due. */
  overdueSeconds: number
}

export interface MailDeliveries {
  /**
   * Claims the due mail with the highest priority, oldest first. An expired claim makes it due again, because its
   * worker has crashed or lost the database.
   *
   * @param claimSeconds longer than any delivery takes
   */
  claim(claimSeconds: number): Promise<ClaimedMail | undefined>

  /**
   * Marks the mail as sent and erases its content, which may contain an activation link. No-op if another worker holds
   * the claim.
   */
  markSent(mail: ClaimedMail): Promise<void>

  /**
   * Records a failed delivery. No-op if another worker holds the claim.
   *
   * @param retryInSeconds `undefined`: no further attempt
   */
  markFailed(mail: ClaimedMail, error: string, retryInSeconds: number | undefined): Promise<void>

  /** @param countTo stops counting there, to limit the cost */
  state(countTo: number): Promise<MailQueueState>
}
