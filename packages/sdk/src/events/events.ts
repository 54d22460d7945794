import type { ApiCaller } from '../calls/api-caller.ts'
import { isOutage } from '../calls/retry-policy.ts'
import { retryAfterMsOf } from '../errors/retry-after.ts'
import { checkOptions, EVENT_LIST_PARAMS, FOLLOW_OPTIONS } from '../options/check-options.ts'
import type { CallOptions } from '../options/client-options.ts'
import type { Page } from '../paging/page.ts'
import { type PagedList, pagedList, type PagedRoute } from '../paging/paged-list.ts'
import { messageOf } from '../options/checks.ts'
import { CallScope } from '../runtime/call-scope.ts'
import { FOLLOW_PAUSE_MS, MAX_PAGE_SIZE } from '../constants.ts'
import type { EventPageBody, EventType, PartnerAccountsEvent } from '../wire/models.ts'

export interface EventListParams {
  /**
   * Id of the last event that you processed, whatever its age. Default: the list begins 30 days ago. `latest` returns no
   * events, and in `meta.after` the position from which a new reader continues.
   */
  after?: string | null | undefined
  /** Only events of these types. Default: all. */
  types?: readonly EventType[] | null | undefined
  /** Only events of this account. */
  account_id?: string | null | undefined
  /** At most 100. Default: 25 for a single page, 100 when iterating. */
  max_results?: number | undefined
}

export interface FollowOptions extends CallOptions {
  /** Id of the last event that you processed. `latest`: only events from now on. */
  after?: string | null | undefined
  /** Only events of these types. Default: all. */
  types?: readonly EventType[] | null | undefined
  /** Only events of this account. */
  account_id?: string | null | undefined
  /** Milliseconds between requests when there are no more events. Default: 10,000. */
  pauseMs?: number | undefined
  /** Ends the iteration, without an error. */
  signal?: AbortSignal | null | undefined
}

/** A page of events, oldest first. */
export type EventPage = Page<PartnerAccountsEvent, EventPageBody>

/** A single page when awaited, all events up to the newest when iterated. */
export type EventList = PagedList<PartnerAccountsEvent, EventPageBody>

const EVENTS: PagedRoute<PartnerAccountsEvent, EventPageBody, EventListParams> = {
  route: '/events',
  rules: EVENT_LIST_PARAMS,
  id: 'id',
  nextOf: ({ _items, _meta: { max_results } }, params) => ({ ...params, after: _items.at(-1)?.id, max_results }),
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
   * @throws ApiError with `fields` if `after` is not an event, or if events after it have expired
   * @example
   * for await (const event of client.events.list({ after })) after = event.id
   */
  list(params: EventListParams = {}, options: CallOptions = {}): EventList {
    return pagedList(this.#api, EVENTS, params, options)
  }

  /**
   * Iterates over events, oldest first, and waits for new ones until `signal` is aborted. Survives outages: a failure
   * that may be temporary is logged, and reading continues after the last event.
   *
   * @throws ApiError if the service rejects the request itself, such as for a missing permission
   */
  async *follow(options: FollowOptions = {}): AsyncGenerator<PartnerAccountsEvent, void, undefined> {
    const { after: given, types, account_id, pauseMs = FOLLOW_PAUSE_MS, ...callOptions } = options
    checkOptions('follow', { pauseMs }, FOLLOW_OPTIONS)
    const { signal } = callOptions
    let after = given
    while (!signal?.aborted) {
      let waitMs = pauseMs
      try {
        const page = await this.list({ after, types, account_id, max_results: MAX_PAGE_SIZE }, callOptions)
        for (const event of page) {
          if (signal?.aborted) return
          after = event.id
          yield event
        }
        // With a filter, this may be a later position, so the next request skips events that do not match.
        after = page.meta.after ?? after
        if (page.hasNextPage()) continue
      } catch (error) {
        if (signal?.aborted) return
        if (!isOutage(error)) throw error
        this.#api.log('warn', `/events: ${messageOf(error)}: reading continues`)
        waitMs = Math.max(pauseMs, retryAfterMsOf(error))
      }
      await pause(waitMs, signal)
    }
  }
}

/** Ends early when the signal is aborted. */
async function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  const scope = new CallScope(Infinity, [signal])
  await scope.sleep(ms).catch(() => {})
  scope.close()
}
