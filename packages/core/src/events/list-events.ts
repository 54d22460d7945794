import type { Dependencies } from '../dependencies.ts'
import type { PartnerEvent } from './event.ts'
import type { EventFilter } from './event-store.ts'

export interface EventPage {
  items: PartnerEvent[]
  hasMore: boolean
  /** The value of `after` that continues behind this page, also if the page is empty. */
  after: string
}

/** The value of `after` that skips all existing events. */
const LATEST = 'latest'

export interface EventListRequest extends Pick<EventFilter, 'types' | 'accountId'> {
  partnerId: string
  /** An event's id, `FEED_BEGINNING` or `LATEST`. */
  after: string | undefined
  pageSize: number
}

/**
 * Returns a page of events, oldest first.
 *
 * @throws `event-unknown`, `events-expired`
 */
export async function listEvents(
  { stores: { events } }: Pick<Dependencies, 'stores'>,
  { partnerId, after, pageSize, types, accountId }: EventListRequest,
): Promise<EventPage> {
  const isFiltered = types !== undefined || accountId !== undefined
  const isPosition = after !== undefined && after !== LATEST
  // An empty page of a filtered list moves the cursor to the latest event, because no further event matches. Reads the
  // latest id before the page, so events that are added in between are not skipped.
  const afterEmptyPage = isPosition && !isFiltered ? after : await events.latestId(partnerId)
  if (after === LATEST) return { items: [], hasMore: false, after: afterEmptyPage }
  const found = await events.list(partnerId, { afterId: after, limit: pageSize + 1, types, accountId })
  const items = found.slice(0, pageSize)
  return { items, hasMore: found.length > pageSize, after: items.at(-1)?.id ?? afterEmptyPage }
}
