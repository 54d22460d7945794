import type { ApiCaller } from '../http/api-caller.ts'
import { checkOptions, EVENT_LIST_PARAMS, FOLLOW_OPTIONS } from '../options/check-options.ts'
import type { CallOptions } from '../options/client-options.ts'
import type { Page } from '../paging/page.ts'
import { type PagedList, pagedList, type PagedRoute } from '../paging/paged-list.ts'
import { openScope } from '../runtime/call-scope.ts'
import { FOLLOW_PAUSE_MS } from '../constants.ts'
import type { EventPageBody, PartnerAccountsEvent } from '../wire/models.ts'

export interface EventListParams {
  /** Id of the last event that you processed, at most 30 days old. Default: the list begins 30 days ago. */
  after?: string | undefined
  /** At most 100. Default: 25 for a single page, 100 when iterating. */
  max_results?: number | undefined
}

export interface FollowOptions extends CallOptions {
  /** Id of the last event that you processed. */
  after?: string | undefined
  /** Milliseconds between requests after the newest event. Default: 10,000. */
  pauseMs?: number | undefined
  /** Ends the iteration, without an error. */
  signal?: AbortSignal | undefined
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

  /**
   * Iterates over events, oldest first, and waits for new ones until `signal` is aborted.
   *
   * @throws the error of a request after its retries
   */
  async *follow(options: FollowOptions = {}): AsyncGenerator<PartnerAccountsEvent, void, undefined> {
    const { after: given, pauseMs = FOLLOW_PAUSE_MS, ...callOptions } = options
    checkOptions('follow', { pauseMs }, FOLLOW_OPTIONS)
    const { signal } = callOptions
    let after = given
    try {
      for (;;) {
        for await (const event of this.list({ after }, callOptions)) {
          if (signal?.aborted) return
          after = event.id
          yield event
        }
        // Ends by its timeout.
        const pause = openScope(pauseMs, [signal])
        await pause.orAborted(new Promise(() => {})).catch(() => {})
        pause.close()
      }
    } catch (error) {
      if (!signal?.aborted) throw error
    }
  }
}
