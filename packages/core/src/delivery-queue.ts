/**
 * How long a claim keeps a delivery from other workers: twice its timeout, because it starts during the first half.
 * Queued deliveries that are due later are not in flight.
 */
export const CLAIM_SECONDS = 60

/** `queued` while attempts are left. */
export type DeliveryStatus = 'queued' | 'sent' | 'failed'

export interface QueueState {
  queued: number
  /** Queued ones that wait for a retry. */
  deferred: number
  failed: number
  /** Delay of the oldest due delivery; 0 if none is due. */
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
    /** Nothing was sent, so no attempt is used up. */
    isUncounted?: boolean | undefined
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
