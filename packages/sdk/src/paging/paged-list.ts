import type { ApiCaller } from '../calls/api-caller.ts'
import type { ApiPromise } from '../calls/api-promise.ts'
import { callApi } from '../calls/call.ts'
import type { ApiResponse, RestRoute } from '../http/send-request.ts'
import { checkOptions, type Rules, TO_ARRAY_OPTIONS } from '../options/check-options.ts'
import { isObject, isText, type Shape } from '../options/checks.ts'
import type { CallOptions } from '../options/client-options.ts'
import { throwIfAborted } from '../runtime/signals.ts'
import { type Iteration, Page, type PageBody } from './page.ts'
import { MAX_PAGE_SIZE } from '../constants.ts'

/**
 * A single page when awaited, all items when iterated. Fetches nothing until then. An iteration fetches its own first
 * page, even if the list was awaited before.
 *
 * An iteration skips items of earlier pages, because accounts created meanwhile move items to later pages. It fetches the
 * next page while the current one is processed.
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
  /** Rules of the parameters. */
  rules: Rules
  /** Name of the property that identifies an item. */
  id: keyof Item
  /** Returns whether a response is the requested page. */
  isPage?: (meta: Body['_meta'], params: Params) => boolean
  /** Returns the parameters of the next page. */
  nextOf: (body: Body, params: Params) => Params
}

/** A list with its parameters. */
class List<Item, Body extends PageBody<Item>, Params extends ListParams> implements PagedList<Item, Body> {
  readonly #api: ApiCaller
  readonly #route: PagedRoute<Item, Body, Params>
  readonly #params: Params
  readonly #options: CallOptions
  #first: Promise<ApiResponse<Page<Item, Body>>> | undefined

  constructor(api: ApiCaller, route: PagedRoute<Item, Body, Params>, params: Params, options: CallOptions) {
    this.#api = api
    this.#route = route
    this.#params = params
    this.#options = options
  }

  get [Symbol.toStringTag](): string {
    return 'Promise'
  }

  withResponse(): Promise<ApiResponse<Page<Item, Body>>> {
    this.#first ??= this.#fetch(this.#params)
    return this.#first
  }

  readonly then: Promise<Page<Item, Body>>['then'] = (onPage, onError) => this.#page().then(onPage, onError)
  readonly catch: Promise<Page<Item, Body>>['catch'] = (onError) => this.#page().catch(onError)
  readonly finally: Promise<Page<Item, Body>>['finally'] = (onEnd) => this.#page().finally(onEnd)

  async #page(): Promise<Page<Item, Body>> {
    const { data } = await this.withResponse()
    return data
  }

  async *pages(): AsyncGenerator<Page<Item, Body>, void, undefined> {
    const stop = new AbortController()
    const iteration = { seen: new Set(), stop: stop.signal }
    const first = { ...this.#params, max_results: this.#params.max_results ?? MAX_PAGE_SIZE }
    let next: Promise<ApiResponse<Page<Item, Body>>> | undefined = this.#fetch(first, iteration)
    try {
      while (next) {
        const { data: page }: ApiResponse<Page<Item, Body>> = await next
        next = page.fetchNext(iteration)
        // A failure is thrown when the next page is due, not while this one is processed.
        next?.catch(() => {})
        if (page.items.length > 0) yield page
        // Without this check, a next page that arrived before the abort would be yielded.
        throwIfAborted(this.#options.signal)
      }
    } finally {
      stop.abort()
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items
  }

  async toArray(options: { limit?: number } = {}): Promise<Item[]> {
    checkOptions('toArray', options, TO_ARRAY_OPTIONS)
    const { limit = Infinity } = options
    const all: Item[] = []
    if (limit === 0) return all
    for await (const item of this) {
      all.push(item)
      if (all.length === limit) break
    }
    return all
  }

  async #fetch(params: Params, iteration?: Iteration): Promise<ApiResponse<Page<Item, Body>>> {
    // Spreads calls that one loop starts.
    await this.#api.starts?.next()
    const { route, id, isPage, nextOf } = this.#route
    const query = toQuery(params)
    const expected: Shape = {
      _items: (items) => Array.isArray(items) && items.every((item: Item | null) => isText(item?.[id])),
      _links: isObject,
      _meta: (meta) => isObject(meta) && isPage?.(meta as Body['_meta'], params) !== false,
    }
    // Without parameters, the route is the path.
    const request = { method: 'GET' as const, route, path: query && `${route}?${query}`, expected }
    const response = await callApi<Body>(this.#api, request, this.#options, iteration?.stop)
    const body = response.data
    const unseen = body._items.filter((item) => !iteration?.seen.has(item[id]))
    for (const item of unseen) iteration?.seen.add(item[id])
    const fetchNext = (following?: Iteration) => this.#fetch(nextOf(body, params), following)
    return { ...response, data: new Page({ ...body, _items: unseen }, fetchNext) }
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
  return new List(api, route, params, options)
}
