import { AccountPage } from './account-page.ts'
import { expectKeys, expectWholeNumber } from '../options/checks.ts'
import type { ApiResponse } from '../http/exchange.ts'
import type { Account, AccountPageBody } from '../wire/models.ts'

/** Which page. */
export interface ListParams {
  /** Page number, from 1. */
  page?: number | undefined
  /** Page size, at most 100. */
  max_results?: number | undefined
}

/** Fetches one page; ended by `stop` as by the caller's own signal. */
export type FetchPage = (params: ListParams, stop?: AbortSignal) => Promise<ApiResponse<AccountPageBody>>

// As every promise has it.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type OnError<T> = ((error: any) => T | PromiseLike<T>) | null

const PARAMS = ['page', 'max_results'] as const
/** As many as a page can hold: the fewest requests for all accounts. */
const LARGEST_PAGE = 100

/**
 * The partner's accounts, newest first: awaited, one page of them; iterated, all of them. Nothing is fetched before
 * one or the other.
 */
export class AccountList implements Promise<AccountPage>, AsyncIterable<Account> {
  readonly [Symbol.toStringTag] = 'AccountList'
  readonly #params: ListParams
  readonly #fetchPage: FetchPage
  readonly #signal: AbortSignal | undefined
  #answer: Promise<ApiResponse<AccountPage>> | undefined

  constructor(params: ListParams, fetchPage: FetchPage, signal: AbortSignal | undefined) {
    expectKeys('list', params, PARAMS)
    for (const name of PARAMS) expectWholeNumber(name, params[name], 1)
    this.#params = params
    this.#fetchPage = fetchPage
    this.#signal = signal
  }

  /** The page with its status, headers and request id. */
  withResponse(): Promise<ApiResponse<AccountPage>> {
    return (this.#answer ??= this.#fetchPage(this.#params).then(({ data, ...answer }) => ({
      ...answer,
      data: this.#toPage(data),
    })))
  }

  then<A = AccountPage, B = never>(
    onPage?: ((page: AccountPage) => A | PromiseLike<A>) | null,
    onError?: OnError<B>,
  ): Promise<A | B> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(onPage, onError)
  }

  catch<B = never>(onError?: OnError<B>): Promise<AccountPage | B> {
    return this.then(undefined, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<AccountPage> {
    return this.then().finally(onEnd)
  }

  /**
   * All accounts, in pages of 100 unless `max_results` says otherwise, from `page` on. Accounts that are created
   * meanwhile push the others down the pages: those that were seen before are left out, and none is missed. The next
   * page is fetched while one is worked on, and none any more after the loop is left.
   */
  async *pages(): AsyncGenerator<AccountPage, void, undefined> {
    const { page: first = 1, max_results = LARGEST_PAGE } = this.#params
    const stop = new AbortController()
    const fetchPage = (page: number) => {
      const answer = this.#fetchPage({ page, max_results }, stop.signal)
      // It may fail while the page before is still worked on: told when its turn comes.
      answer.catch(() => {})
      return answer
    }
    const seen = new Set<string>()
    try {
      for (let next: Promise<ApiResponse<AccountPageBody>> | undefined = fetchPage(first); next;) {
        const { data }: ApiResponse<AccountPageBody> = await next
        next = data._links.next && fetchPage(data._meta.page + 1)
        const _items = data._items.filter(({ _id }) => !seen.has(_id))
        for (const { _id } of _items) seen.add(_id)
        if (_items.length > 0) yield this.#toPage({ ...data, _items })
        // What was fetched ahead is not given any more.
        this.#signal?.throwIfAborted()
      }
    } finally {
      stop.abort()
    }
  }

  /** Every account, once. See `pages`. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Account, void, undefined> {
    for await (const { items } of this.pages()) yield* items
  }

  /** All accounts, or the first so many. */
  async toArray({ limit }: { limit?: number } = {}): Promise<Account[]> {
    expectWholeNumber('limit', limit, 0)
    const accounts: Account[] = []
    if (limit === 0) return accounts
    for await (const account of this) if (accounts.push(account) === limit) break
    return accounts
  }

  #toPage(body: AccountPageBody): AccountPage {
    const { max_results } = body._meta
    return new AccountPage(body, async (page) => this.#toPage((await this.#fetchPage({ page, max_results })).data))
  }
}
