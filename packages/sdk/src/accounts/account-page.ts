import type { Account, AccountPageBody } from '../wire/models.ts'

/** A page of accounts, newest first. Iterating it returns the page's accounts. */
export class AccountPage implements Iterable<Account> {
  /** The page's accounts. */
  readonly items: readonly Account[]
  /** The page number and size in effect, and the `total` number of accounts on all pages. */
  readonly meta: AccountPageBody['_meta']
  /** Links to this page and its neighbours, relative to the base URL. */
  readonly links: AccountPageBody['_links']
  readonly #fetchPage: (page: number) => Promise<AccountPage>

  /** @internal */
  constructor({ _items, _meta, _links }: AccountPageBody, fetchPage: (page: number) => Promise<AccountPage>) {
    this.items = _items
    this.meta = _meta
    this.links = _links
    this.#fetchPage = fetchPage
  }

  /** Returns an iterator over the page's accounts. */
  [Symbol.iterator](): Iterator<Account> {
    return this.items[Symbol.iterator]()
  }

  /** Returns whether there is a page after this one. */
  hasNextPage(): boolean {
    return !!this.links.next
  }

  /**
   * Fetches the next page, of the same size. To read all accounts, iterate `list()` instead.
   *
   * @returns the page, or `undefined` after the last one
   */
  async nextPage(): Promise<AccountPage | undefined> {
    return this.hasNextPage() ? this.#fetchPage(this.meta.page + 1) : undefined
  }
}
