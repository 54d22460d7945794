/**
 * Seconds for which a claim reserves a delivery for one worker. An attempt starts in the first half of this time and takes
 * at most as long as the second half, so the claim outlasts the attempt.
 *
 * A claim sets the due time to its expiry. A queued delivery that is due in more than `CLAIM_SECONDS` is not in flight.
 */
export const CLAIM_SECONDS = 60

/** A delivery stays `queued` after a failed attempt, until no attempt is left. */
export type DeliveryStatus = 'queued' | 'sent' | 'failed'

export interface QueueState {
  queued: number
  /** The queued deliveries that wait for a retry. */
  deferred: number
  failed: number
  /** Delay of the oldest due delivery; 0 if none is due. */
  overdueSeconds: number
}

/** A delivery that a worker has claimed. */
export interface Claimed {
  id: string
  partnerId: string | null
  /** Includes this claim. A larger number in the store means that another worker has claimed the delivery since. */
  attempts: number
}

export interface DeliveryOutcome<Delivery extends Claimed, Report = undefined> {
  delivery: Delivery
  /** Absent after success. */
  failure?: {
    error: string
    /** Absent after the last attempt. */
    retryInSeconds?: number | undefined
    /** True if nothing was sent, so the attempt does not count. */
    isUncounted?: boolean | undefined
  }
  report: Report
}

/** A queue that any number of workers may share. */
export interface DeliveryQueue<Delivery extends Claimed, Report = undefined> {
  /**
   * Claims due deliveries: the highest priority first, then the oldest. One partner gets only a part of the worker's
   * places while deliveries of others are due. If the worker crashes or loses the database, the delivery is due again when
   * its claim expires.
   *
   * @param claimSeconds longer than any delivery takes
   * @param inFlight deliveries that this worker has claimed and not recorded yet
   */
  claim(limit: number, claimSeconds: number, inFlight?: Iterable<Delivery>): Promise<Delivery[]>

  /** Stores outcomes. Ignores those of deliveries that another worker has claimed since. */
  record(outcomes: readonly DeliveryOutcome<Delivery, Report>[]): Promise<void>

  /** @param countTo the number at which each count stops, to limit the cost */
  state(countTo: number): Promise<QueueState>
}
