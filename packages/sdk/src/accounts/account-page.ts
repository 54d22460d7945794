import type { Account, AccountPageBody } from '../wire/models.ts'

/** A page of accounts, from the most recent to the oldest. */
export class AccountPage {
  readonly items: readonly Account[]
  /** `page` and `max_results` in effect, and the `total` of accounts over all pages. */
  readonly meta: AccountPageBody['_meta']
  /** Addresses of this page and its neighbours, relative to the base URL. */
  readonly links: AccountPageBody['_links']
  readonly #fetchPage: (page: number) => Promise<AccountPage>

  constructor({ _items, _meta, _links }: AccountPageBody, fetchPage: (page: number) => Promise<AccountPage>) {
    this.items = _items
    this.meta = _meta
    this.links = _links
    this.#fetchPage = fetchPage
  }

  hasNextPage(): boolean {
    return this.links.next !== undefined
  }

  /**
   * The page after this one, of the same size. With `list()` in a `for await` there is no need for it.
   *
   * @returns undefined after the last page
   */
  async nextPage(): Promise<AccountPage | undefined> {
    return this.hasNextPage() ? this.#fetchPage(this.meta.page + 1) : undefined
  }
}
