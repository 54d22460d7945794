import { type ApiCaller, callApi } from '../http/api-caller.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { ApiResponse } from '../http/send-request.ts'
import { checkOptions, type Rules, TO_ARRAY_OPTIONS } from '../options/check-options.ts'
import { isObject, isText, type Shape } from '../options/checks.ts'
import type { CallOptions } from '../options/client-options.ts'
import { nextTurn } from '../runtime/event-loop.ts'
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

export interface PagedRoute<Item, Body extends PageBody<Item>, Params> {
  route: string
  rules: Rules
  id: keyof Item
  isPage?: (meta: Body['_meta'], params: Params) => boolean
  /** Returns the parameters of the next page. */
  nextOf: (body: Body) => Params
}

/** @throws UsageError */
export function pagedList<Item, Body extends PageBody<Item>, Params extends { max_results?: number | undefined }>(
  api: ApiCaller,
  { route, rules, id, isPage, nextOf }: PagedRoute<Item, Body, Params>,
  params: Params,
  options: CallOptions,
): PagedList<Item, Body> {
  checkOptions('list', params, rules)
  type List = PagedList<Item, Body>
  let response: Promise<ApiResponse<Page<Item, Body>>> | undefined

  const fetchPage = (page: Params, stop?: AbortSignal): Promise<ApiResponse<Body>> => {
    const given = Object.entries<string | number | undefined>({ ...page }).filter(([, value]) => value !== undefined)
    const query = given.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join('&')
    const expected: Shape = {
      _items: (items) => Array.isArray(items) && items.every((item: Item | null) => isText(item?.[id])),
      _links: isObject,
      _meta: (meta) => isObject(meta) && isPage?.(meta as Body['_meta'], page) !== false,
    }
    const request = { route, path: query && `${route}?${query}`, expected }
    return nextTurn().then(() => callApi(api, request, options, stop))
  }
  const toPage = (body: Body): Page<Item, Body> =>
    new Page(body, async () => toPage((await fetchPage(nextOf(body))).data))

  const list: Pick<List, 'withResponse' | 'then' | 'pages' | 'toArray' | typeof Symbol.asyncIterator> = {
    withResponse: () =>
      (response ??= fetchPage(params).then(({ data, ...received }) => ({ ...received, data: toPage(data) }))),

    then: (onPage, onError) =>
      list
        .withResponse()
        .then(({ data }) => data)
        .then(onPage, onError),

    async *pages() {
      const stop = new AbortController()
      const fetchAhead = (page: Params) => {
        const fetched = fetchPage(page, stop.signal)
        // A failure is thrown when the page is due, not while the previous one is processed.
        fetched.catch(() => {})
        return fetched
      }
      const seen = new Set<unknown>()
      try {
        let next: Promise<ApiResponse<Body>> | undefined
        next = fetchAhead({ ...params, max_results: params.max_results ?? MAX_PAGE_SIZE })
        while (next) {
          const fetched: ApiResponse<Body> = await next
          const { data } = fetched
          const unseen = data._items.filter((item) => seen.size < seen.add(item[id]).size)
          next = data._links.next ? fetchAhead(nextOf(data)) : undefined
          if (unseen[0]) yield toPage({ ...data, _items: unseen })
          // Drops a prefetched page after an abort: the call rejects with the signal's reason.
          if (options?.signal?.aborted) next = fetchAhead(params)
        }
      } finally {
        stop.abort()
      }
    },

    async *[Symbol.asyncIterator]() {
      for await (const { items } of list.pages()) yield* items
    },

    async toArray(given = {}) {
      checkOptions('toArray', given, TO_ARRAY_OPTIONS)
      const { limit } = given
      const all: Item[] = []
      if (limit !== 0) for await (const item of list as AsyncIterable<Item>) if (all.push(item) === limit) break
      return all
    },
  }
  // A promise's `catch` and `finally` call `then`.
  return Object.assign(Object.create(Promise.prototype) as List, list)
}
