import type { Dependencies } from '../dependencies.ts'
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
 * @throws `event-unknown`
 */
export async function listEvents(
  { stores: { events } }: Pick<Dependencies, 'stores'>,
  { partnerId, after, pageSize }: ListEventsInput,
): Promise<{ items: PartnerEvent[]; hasMore: boolean }> {
  const found = await events.list(partnerId, { afterId: after, limit: pageSize + 1 })
  return { items: found.slice(0, pageSize), hasMore: found.length > pageSize }
}
