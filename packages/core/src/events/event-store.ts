import type { EventType, PartnerEvent } from './event.ts'

export interface EventFilter {
  /** Default: all of the last `LIMITS.eventDays` days. */
  afterPosition?: number | undefined
  /** Takes precedence. */
  afterId?: string | undefined
  limit: number
  types?: readonly EventType[] | undefined
}

/**
 * Events of the last `LIMITS.eventDays` days. Positions count 1, 2, 3 … per partner in commit order, so a reader that
 * continues after a position misses nothing.
 */
export interface EventStore {
  /**
   * Returns the oldest first.
   *
   * @throws `event-unknown` if `afterId` is not an event of the last `LIMITS.eventDays` days
   */
  list(partnerId: string, filter: EventFilter): Promise<PartnerEvent[]>

  positionOf(partnerId: string, id: string): Promise<number | undefined>

  /** Returns the latest position, 0 without events. */
  head(partnerId: string): Promise<number>
}
