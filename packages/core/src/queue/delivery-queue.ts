/** `queued` while there are attempts left. */
export type DeliveryStatus = 'queued' | 'sent' | 'failed'

export interface QueueState {
  queued: number
  failed: number
  /** Age of the oldest due delivery; 0 when none is due. */
  overdueSeconds: number
}

/** A delivery that one worker has claimed. */
export interface Claimed {
  id: string
  partnerId: string | null
  /** Number of claims, including this one. Shows the queue that another worker has claimed the delivery since. */
  attempts: number
}

export interface DeliveryOutcome<Delivery extends Claimed, Report = undefined> {
  delivery: Delivery
  /** Absent after success. */
  failure?: {
    error: string
    /** Absent: no further attempt. */
    retryInSeconds?: number | undefined
  }
  report: Report
}

/** Deliveries that wait in a table. Any number of workers may share it. */
export interface DeliveryQueue<Delivery extends Claimed, Report = undefined> {
  /**
   * Claims up to `limit` due deliveries: the highest priority first, then the oldest. An expired claim makes a delivery
   * due again, because its worker has crashed or lost the database.
   *
   * @param claimSeconds longer than any delivery takes
   * @param inFlight what the worker has claimed before and not recorded yet
   */
  claim(limit: number, claimSeconds: number, inFlight?: Iterable<Delivery>): Promise<Delivery[]>

  /** Ignores deliveries that another worker has claimed since. */
  record(outcomes: readonly DeliveryOutcome<Delivery, Report>[]): Promise<void>

  /** @param countTo stops counting there, to limit the cost */
  state(countTo: number): Promise<QueueState>
}
