/** `queued` while attempts are left. */
export type DeliveryStatus = 'queued' | 'sent' | 'failed'

export interface QueueState {
  queued: number
  failed: number
  /** Of the oldest due delivery; 0 without. */
  overdueSeconds: number
}

/** Claimed by one worker. */
export interface Claimed {
  id: string
  partnerId: string | null
  /** Including this claim. Reveals a later claim by another worker. */
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

/** Any number of workers may share it. */
export interface DeliveryQueue<Delivery extends Claimed, Report = undefined> {
  /**
   * Claims due deliveries: the highest priority first, then the oldest. An expired claim makes a delivery due again:
   * its worker has crashed or lost the database.
   *
   * @param claimSeconds longer than any delivery takes
   * @param inFlight claimed by the worker and not recorded yet
   */
  claim(limit: number, claimSeconds: number, inFlight?: Iterable<Delivery>): Promise<Delivery[]>

  /** Ignores deliveries that another worker claimed since. */
  record(outcomes: readonly DeliveryOutcome<Delivery, Report>[]): Promise<void>

  /** @param countTo limits the cost of counting */
  state(countTo: number): Promise<QueueState>
}
