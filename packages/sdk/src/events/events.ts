import type { ApiCaller } from '../http/api-caller.ts'
import { EVENT_LIST_PARAMS } from '../options/check-options.ts'
import type { CallOptions } from '../options/client-options.ts'
import type { Page } from '../paging/page.ts'
import { type PagedList, pagedList, type PagedRoute } from '../paging/paged-list.ts'
import type { EventPageBody, PartnerAccountsEvent } from '../wire/models.ts'

export interface EventListParams {
  /** Id of the last event that you processed, at most 30 days old. Default: the list begins 30 days ago. */
  after?: string | undefined
  /** At most 100. Default: 25 for a single page, 100 when iterating. */
  max_results?: number | undefined
}

/** A page of events, oldest first. */
export type EventPage = Page<PartnerAccountsEvent, EventPageBody>

/** A single page when awaited, all events up to the newest when iterated. */
export type EventList = PagedList<PartnerAccountsEvent, EventPageBody>

const EVENTS: PagedRoute<PartnerAccountsEvent, EventPageBody, EventListParams> = {
  route: '/events',
  rules: EVENT_LIST_PARAMS,
  id: 'id',
  nextOf: ({ _items, _meta: { max_results } }) => ({ after: _items.at(-1)?.id, max_results }),
}

/** Changes of the partner's accounts and portal users. */
export class Events {
  readonly #api: ApiCaller

  /** @internal */
  constructor(api: ApiCaller) {
    this.#api = api
  }

  /**
   * Lists events, oldest first: a single page when awaited, all events up to the newest when iterated. A reader that
   * continues after the last id misses no event.
   *
   * @throws ApiError with `fields` if `after` is not an event of the last 30 days
   * @example
   * for await (const event of client.events.list({ after })) after = event.id
   */
  list(params: EventListParams = {}, options: CallOptions = {}): EventList {
    return pagedList(this.#api, EVENTS, params, options)
  }
}
