import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { PartnerEvent } from './event.ts'

export interface ListEventsInput {
  partnerId: string
  /** An event's id. */
  after: string | undefined
  pageSize: number
}

/**
 * Returns the oldest first.
 *
 * @throws `event-unknown` if `after` is not an event of the last `LIMITS.eventDays` days
 */
export async function listEvents(
  { stores: { events } }: Pick<Dependencies, 'stores'>,
  { partnerId, after, pageSize }: ListEventsInput,
): Promise<{ items: PartnerEvent[]; hasMore: boolean }> {
  const afterPosition = after === undefined ? undefined : await events.positionOf(partnerId, after)
  if (after !== undefined && afterPosition === undefined) throw new DomainError('event-unknown')
  const found = await events.list(partnerId, { afterPosition, limit: pageSize + 1 })
  return { items: found.slice(0, pageSize), hasMore: found.length > pageSize }
}
