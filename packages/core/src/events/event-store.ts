import type { EventType, PartnerEvent } from './event.ts'

export interface EventFilter {
  /** Default: all of the last `LIMITS.eventDays` days. */
  afterPosition?: number | undefined
  limit: number
  types?: readonly EventType[] | undefined
}

/**
 * Events of the last `LIMITS.eventDays` days. Positions count 1, 2, 3 … per partner in commit order, so a reader that
 * continues after a position misses nothing.
 */
export interface EventStore {
  /** Oldest first. */
  list(partnerId: string, filter: EventFilter): Promise<PartnerEvent[]>

  positionOf(partnerId: string, id: string): Promise<number | undefined>

  /** Returns the latest position, 0 without events. */
  head(partnerId: string): Promise<number>
}
