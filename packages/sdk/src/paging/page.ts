export interface PageBody<Item> {
  _items: readonly Item[]
  _links: { next?: unknown }
  _meta: { max_results: number }
}

/** A page of a list. */
export class Page<Item, Body extends PageBody<Item>> implements Iterable<Item> {
  declare readonly items: readonly Item[]
  /** The page in effect. */
  declare readonly meta: Body['_meta']
  /** Relative to the base URL. */
  declare readonly links: Body['_links']
  readonly #fetchNext: () => Promise<Page<Item, Body>>

  /** @internal */
  constructor({ _items, _meta, _links }: Body, fetchNext: () => Promise<Page<Item, Body>>) {
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
    return this.hasNextPage() ? this.#fetchNext() : undefined
  }
}
