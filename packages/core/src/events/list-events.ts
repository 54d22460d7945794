import type { Dependencies } from '../dependencies.ts'
import type { PartnerEvent } from './event.ts'

/**
 * Returns the oldest first.
 *
 * @param input.after an event's id
 * @throws `event-unknown`
 */
export async function listEvents(
  { stores: { events } }: Pick<Dependencies, 'stores'>,
  { partnerId, after, pageSize }: { partnerId: string; after: string | undefined; pageSize: number },
): Promise<{ items: PartnerEvent[]; hasMore: boolean }> {
  const found = await events.list(partnerId, { afterId: after, limit: pageSize + 1 })
  return { items: found.slice(0, pageSize), hasMore: found.length > pageSize }
}
