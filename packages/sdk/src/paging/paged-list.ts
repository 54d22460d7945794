import type { ApiCaller } from '../calls/api-caller.ts'
import type { ApiPromise } from '../calls/api-promise.ts'
import { callApi } from '../calls/call.ts'
import type { ApiResponse, RestRoute } from '../http/send-request.ts'
import { checkOptions, type Rules, TO_ARRAY_OPTIONS } from '../options/check-options.ts'
import { isObject, isText, type Shape } from '../options/checks.ts'
import type { CallOptions } from '../options/client-options.ts'
import { throwIfAborted } from '../runtime/signals.ts'
import { Page, type PageBody } from './page.ts'
import { MAX_PAGE_SIZE } from '../constants.ts'

/**
 * A single page when awaited, all items when iterated. Nothing is fetched before.
 *
 * Skips items of earlier pages, because accounts created meanwhile shift them. Fetches the next page while the current
 * one is processed.
 */
export interface PagedList<Item, Body extends PageBody<Item>>
  extends ApiPromise<Page<Item, Body>>, AsyncIterable<Item> {
  /** Iterates over items from the first requested page on. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined>
  /** Iterates over pages, without items that earlier pages contained. */
  pages(): AsyncGenerator<Page<Item, Body>, void, undefined>
  /** Returns all items from the first requested page on, or the first `limit` of them. */
  toArray(options?: { limit?: number }): Promise<Item[]>
}

interface ListParams {
  max_results?: number | undefined
}

export interface PagedRoute<Item, Body extends PageBody<Item>, Params> {
  route: Extract<RestRoute, { method: 'GET' }>['route']
  rules: Rules
  id: keyof Item
  isPage?: (meta: Body['_meta'], params: Params) => boolean
  /** Returns the parameters of the next page. */
  nextOf: (body: Body, params: Params) => Params
}

/** Fetches the pages of one list with its parameters. */
class Pages<Item, Body extends PageBody<Item>, Params extends ListParams> {
  readonly #api: ApiCaller
  readonly #route: PagedRoute<Item, Body, Params>
  readonly #options: CallOptions

  constructor(api: ApiCaller, route: PagedRoute<Item, Body, Params>, options: CallOptions) {
    this.#api = api
    this.#route = route
    this.#options = options
  }

  /** @param stop cancels the request in addition to the caller's signal */
  async fetch(params: Params, stop?: AbortSignal): Promise<ApiResponse<Body>> {
    await this.#api.starts?.next()
    const { route, id, isPage } = this.#route
    const query = toQuery(params)
    const expected: Shape = {
      _items: (items) => Array.isArray(items) && items.every((item: Item | null) => isText(item?.[id])),
      _links: isObject,
      _meta: (meta) => isObject(meta) && isPage?.(meta as Body['_meta'], params) !== false,
    }
    return callApi(
      this.#api,
      { method: 'GET', route, path: query && `${route}?${query}`, expected },
      this.#options,
      stop,
    )
  }

  toPage(body: Body, params: Params): Page<Item, Body> {
    return new Page(body, async () => {
      const next = this.#route.nextOf(body, params)
      const { data } = await this.fetch(next)
      return this.toPage(data, next)
    })
  }

  /** Iterates over pages, and fetches the next one while the current one is processed. */
  async *iterate(first: Params): AsyncGenerator<Page<Item, Body>, void, undefined> {
    const { id, nextOf } = this.#route
    const stop = new AbortController()
    const seen = new Set<unknown>()
    let next: Promise<ApiResponse<Body>> | undefined = this.#fetchAhead(first, stop.signal)
    try {
      while (next) {
        const { data: body }: ApiResponse<Body> = await next
        next = body._links.next ? this.#fetchAhead(nextOf(body, first), stop.signal) : undefined
        const unseen: Item[] = []
        for (const item of body._items) {
          if (!seen.has(item[id])) unseen.push(item)
          seen.add(item[id])
        }
        if (unseen.length > 0) yield this.toPage({ ...body, _items: unseen }, first)
        // The next page may have arrived before the abort.
        throwIfAborted(this.#options.signal)
      }
    } finally {
      stop.abort()
    }
  }

  #fetchAhead(params: Params, stop: AbortSignal): Promise<ApiResponse<Body>> {
    const fetched = this.fetch(params, stop)
    // A failure is thrown when the page is due, not while the previous one is processed.
    fetched.catch(() => {})
    return fetched
  }
}

function toQuery(params: object): string {
  const given = Object.entries(params as Record<string, string | number | null | undefined>)
  return given
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value!)}`)
    .join('&')
}

/** @throws UsageError */
export function pagedList<Item, Body extends PageBody<Item>, Params extends ListParams>(
  api: ApiCaller,
  route: PagedRoute<Item, Body, Params>,
  params: Params,
  options: CallOptions,
): PagedList<Item, Body> {
  checkOptions('list', params, route.rules)
  type List = PagedList<Item, Body>
  const pages = new Pages(api, route, options)
  let response: Promise<ApiResponse<Page<Item, Body>>> | undefined

  const list: Pick<List, 'withResponse' | 'then' | 'pages' | 'toArray' | typeof Symbol.asyncIterator> = {
    withResponse() {
      response ??= pages.fetch(params).then((received) => ({ ...received, data: pages.toPage(received.data, params) }))
      return response
    },

    then: (onPage, onError) =>
      list
        .withResponse()
        .then(({ data }) => data)
        .then(onPage, onError),

    pages: () => pages.iterate({ ...params, max_results: params.max_results ?? MAX_PAGE_SIZE }),

    async *[Symbol.asyncIterator]() {
      for await (const { items } of list.pages()) yield* items
    },

    async toArray(given = {}) {
      checkOptions('toArray', given, TO_ARRAY_OPTIONS)
      const { limit = Infinity } = given
      const all: Item[] = []
      if (limit === 0) return all
      for await (const item of list as AsyncIterable<Item>) {
        all.push(item)
        if (all.length === limit) break
      }
      return all
    },
  }
  // A promise's `catch` and `finally` call `then`. Properties of a frozen prototype cannot be assigned.
  return Object.setPrototypeOf(list, Promise.prototype) as List
}
