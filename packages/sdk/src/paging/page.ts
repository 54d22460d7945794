import type { ApiResponse } from '../http/send-request.ts'

export interface PageBody<Item> {
  _items: readonly Item[]
  _links: { next?: unknown }
  _meta: { max_results: number }
}

/** What the pages of one iteration share. */
export interface Iteration {
  /** Ids of items that earlier pages contained. */
  readonly seen: Set<unknown>
  /** Cancels requests in addition to the caller's signal. */
  readonly stop: AbortSignal
}

type FetchPage<Item, Body extends PageBody<Item>> = (iteration?: Iteration) => Promise<ApiResponse<Page<Item, Body>>>

/** A page of a list. */
export class Page<Item, Body extends PageBody<Item>> implements Iterable<Item> {
  declare readonly items: readonly Item[]
  /** Metadata of the page, such as the page size that the service applied. */
  declare readonly meta: Body['_meta']
  /** Relative to the base URL. */
  declare readonly links: Body['_links']
  readonly #fetchNext: FetchPage<Item, Body>

  /** @internal */
  constructor({ _items, _meta, _links }: Body, fetchNext: FetchPage<Item, Body>) {
    this.items = _items
    this.meta = _meta
    this.links = _links
    this.#fetchNext = fetchNext
  }

  /** Iterates over the items of the page. */
  [Symbol.iterator](): Iterator<Item> {
    return this.items[Symbol.iterator]()
  }

  /** Returns whether there is a next page. */
  hasNextPage(): boolean {
    return !!this.links.next
  }

  /**
   * Fetches the next page of the same size. To read all items, iterate `list()` instead.
   *
   * @returns `undefined` after the last page
   */
  async nextPage(): Promise<Page<Item, Body> | undefined> {
    return (await this.fetchNext())?.data
  }

  /** @internal Returns `undefined` after the last page. */
  fetchNext(iteration?: Iteration): ReturnType<FetchPage<Item, Body>> | undefined {
    return this.hasNextPage() ? this.#fetchNext(iteration) : undefined
  }
}
