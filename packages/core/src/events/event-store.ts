import type { PartnerEvent } from './event.ts'
import type { EventType } from './event-types.ts'

export interface EventFilter {
  /** Events after this position. Default: all of the last `LIMITS.eventDays` days. */
  afterPosition?: number | undefined
  /** Events after the event with this id. Takes precedence over `afterPosition`. */
  afterId?: string | undefined
  limit: number
  types?: readonly EventType[] | undefined
  /** Only events of this account. */
  accountId?: string | undefined
}

/**
 * Events of the last `LIMITS.eventDays` days. Positions count 1, 2, 3 … per partner in commit order, so a reader that
 * continues after a position misses nothing.
 */
export interface EventStore {
  /**
   * Returns the oldest first. The id of an expired event is valid as `afterId`, too.
   *
   * @throws `event-unknown` if `afterId` is neither an event of the partner nor `FEED_BEGINNING`
   * @throws `events-expired` if the first event after `afterId` has expired, so the reader has missed that event
   */
  list(partnerId: string, filter: EventFilter): Promise<PartnerEvent[]>

  /** Returns `undefined` if the event has expired. */
  positionOf(partnerId: string, id: string): Promise<number | undefined>

  /** Returns the id of the latest event, whatever its age, or `FEED_BEGINNING`. */
  latestId(partnerId: string): Promise<string>

  /** Returns the latest position, 0 without events. */
  head(partnerId: string): Promise<number>
}

declare module '../dependencies.ts' {
  interface Stores {
    events: EventStore
  }
}
