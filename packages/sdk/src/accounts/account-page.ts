import type { Account, AccountPageBody } from '../wire/models.ts'

/** A page of accounts, newest first. */
export class AccountPage implements Iterable<Account> {
  declare readonly items: readonly Account[]
  /** Page number and size in effect, and the `total` number of accounts. */
  declare readonly meta: AccountPageBody['_meta']
  /** Relative to the base URL. */
  declare readonly links: AccountPageBody['_links']
  readonly #fetchPage: (page: number) => Promise<AccountPage>

  /** @internal */
  constructor({ _items, _meta, _links }: AccountPageBody, fetchPage: (page: number) => Promise<AccountPage>) {
    this.items = _items
    this.meta = _meta
    this.links = _links
    this.#fetchPage = fetchPage
  }

  /** Iterates over the page's accounts. */
  [Symbol.iterator](): Iterator<Account> {
    return this.items[Symbol.iterator]()
  }

  /** Returns whether there is a next page. */
  hasNextPage(): boolean {
    return !!this.links.next
  }

  /**
   * Fetches the next page of the same size. To read all accounts, iterate `list()` instead.
   *
   * @returns `undefined` after the last page
   */
  async nextPage(): Promise<AccountPage | undefined> {
    return this.hasNextPage() ? this.#fetchPage(this.meta.page + 1) : undefined
  }
}
