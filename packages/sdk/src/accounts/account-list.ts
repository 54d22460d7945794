import { ApiError } from '../errors/errors.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { ApiResponse } from '../http/send-request.ts'
import { checkOptions } from '../options/check-options.ts'
import type { Account, AccountPageBody } from '../wire/models.ts'
import { AccountPage } from './account-page.ts'

/** Which page to fetch, or where to start. */
export interface ListParams {
  /** Page number, from 1. Default: 1. */
  page?: number | undefined
  /** Page size, at most 100. Default: 25 for a single page, 100 when iterating. */
  max_results?: number | undefined
}

/**
 * The partner's accounts, newest first. Awaited, a single page; iterated, all accounts. Nothing is fetched before.
 *
 * Iterating skips accounts that earlier pages contained: accounts created meanwhile move the others to later pages. The
 * next page is fetched while the current one is processed.
 */
export interface AccountList extends ApiPromise<AccountPage>, AsyncIterable<Account> {
  /** Returns an iterator over all accounts from `page` on, each once. */
  [Symbol.asyncIterator](): AsyncGenerator<Account, void, undefined>
  /** Returns an iterator over all pages from `page` on, without accounts that earlier pages contained. */
  pages(): AsyncGenerator<AccountPage, void, undefined>
  /** Returns all accounts from `page` on, or the first `limit` of them. */
  toArray(options?: { limit?: number }): Promise<Account[]>
}

/** Fetches a page. `stop` cancels it, as the caller's own signal does. */
export type FetchPage = (params: ListParams, stop?: AbortSignal) => Promise<ApiResponse<AccountPageBody>>

// The type of `Promise.catch`.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type OnError<T> = ((error: any) => T | PromiseLike<T>) | null

const MAX_PAGE_SIZE = 100

/** Implements `AccountList`. Unlike a promise, it does nothing until it is awaited or iterated. */
export class LazyAccountList implements AccountList {
  readonly [Symbol.toStringTag] = 'AccountList'
  readonly #params: ListParams
  readonly #fetchPage: FetchPage
  readonly #signal: AbortSignal | undefined
  #response: Promise<ApiResponse<AccountPage>> | undefined

  constructor(params: ListParams, fetchPage: FetchPage, signal: AbortSignal | undefined) {
    checkOptions('list', params, 'page max_results')
    this.#params = params
    this.#fetchPage = fetchPage
    this.#signal = signal
  }

  withResponse(): Promise<ApiResponse<AccountPage>> {
    return (this.#response ??= this.#fetchPage(this.#params).then(({ data, ...response }) => ({
      ...response,
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

  async *pages(): AsyncGenerator<AccountPage, void, undefined> {
    const { page: first = 1, max_results = MAX_PAGE_SIZE } = this.#params
    const stop = new AbortController()
    const fetchPage = (page: number) => {
      const response = this.#fetchPage({ page, max_results }, stop.signal)
      // It may fail while the previous page is still processed. The failure is thrown when the page is due.
      response.catch(() => {})
      return response
    }
    const seen = new Set<string>()
    let previous: string | undefined
    try {
      let next: Promise<ApiResponse<AccountPageBody>> | undefined = fetchPage(first)
      for (let page = first; next; page++) {
        const response: ApiResponse<AccountPageBody> = await next
        const { data } = response
        // The same accounts on two pages are right only if others were created between the requests.
        const content = `${data._meta.total} ${data._items.map(({ _id }) => _id).join()}`
        if (data._meta.page !== page || (content === previous && data._items[0])) throw repeatedPage(page, response)
        previous = content
        next = data._links.next && fetchPage(page + 1)
        const _items = data._items.filter(({ _id }) => !seen.has(_id))
        for (const { _id } of _items) seen.add(_id)
        if (_items.length > 0) yield this.#toPage({ ...data, _items })
        // After an abort, a page that was fetched ahead is not returned.
        this.#signal?.throwIfAborted()
      }
    } finally {
      stop.abort()
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Account, void, undefined> {
    for await (const { items } of this.pages()) yield* items
  }

  async toArray(options: { limit?: number } = {}): Promise<Account[]> {
    checkOptions('toArray', options, 'limit')
    const { limit } = options
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

const repeatedPage = (page: number, { status, requestId }: ApiResponse<AccountPageBody>) =>
  new ApiError({
    ...{ status, requestId },
    message: `Page ${page} repeats an earlier page: check proxies and caches.`,
  })
