import type { ApiPromise } from '../http/api-promise.ts'
import type { ApiResponse } from '../http/send-request.ts'
import { checkOptions, LIST_PARAMS, TO_ARRAY_OPTIONS } from '../options/check-options.ts'
import type { Account, AccountPageBody } from '../wire/models.ts'
import { AccountPage } from './account-page.ts'
import { MAX_PAGE_SIZE } from '../constants.ts'

export interface ListParams {
  page?: number | undefined
  /** At most 100. Default: 25 for a single page, 100 when iterating. */
  max_results?: number | undefined
}

/**
 * The partner's accounts, newest first: a single page when awaited, all accounts when iterated. Nothing is fetched
 * before.
 *
 * Skips accounts of earlier pages, because accounts created meanwhile shift them. Fetches the next page while the
 * current one is processed.
 */
export interface AccountList extends ApiPromise<AccountPage>, AsyncIterable<Account> {
  /** Iterates over accounts from `page` on. */
  [Symbol.asyncIterator](): AsyncGenerator<Account, void, undefined>
  /** Iterates over pages, without accounts that earlier pages contained. */
  pages(): AsyncGenerator<AccountPage, void, undefined>
  /** Returns all accounts from `page` on, or the first `limit` of them. */
  toArray(options?: { limit?: number }): Promise<Account[]>
}

/** `stop` cancels the request. */
export type FetchPage = (params: ListParams, stop?: AbortSignal) => Promise<ApiResponse<AccountPageBody>>

/** @throws UsageError */
export function accountList(params: ListParams, fetchPage: FetchPage, signal: AbortSignal | undefined): AccountList {
  checkOptions('list', params, LIST_PARAMS)
  let response: Promise<ApiResponse<AccountPage>> | undefined
  const toPage = (body: AccountPageBody): AccountPage => {
    const { max_results } = body._meta
    return new AccountPage(body, async (page) => toPage((await fetchPage({ page, max_results })).data))
  }

  const list: Pick<AccountList, 'withResponse' | 'then' | 'pages' | 'toArray' | typeof Symbol.asyncIterator> = {
    withResponse: () =>
      (response ??= fetchPage(params).then(({ data, ...received }) => ({ ...received, data: toPage(data) }))),

    then: (onPage, onError) =>
      list
        .withResponse()
        .then(({ data }) => data)
        .then(onPage, onError),

    async *pages() {
      const { page: first = 1, max_results = MAX_PAGE_SIZE } = params
      const stop = new AbortController()
      const fetchAhead = (page: number) => {
        const fetched = fetchPage({ page, max_results }, stop.signal)
        // A failure is thrown when the page is due, not while the previous one is processed.
        fetched.catch(() => {})
        return fetched
      }
      const seen = new Set<string>()
      try {
        let next: Promise<ApiResponse<AccountPageBody>> | undefined = fetchAhead(first)
        for (let page = first; next; page++) {
          const fetched: ApiResponse<AccountPageBody> = await next
          const { data } = fetched
          const unseen = data._items.filter(({ _id }) => seen.size < seen.add(_id).size)
          next = data._links.next && fetchAhead(page + 1)
          if (unseen[0]) yield toPage({ ...data, _items: unseen })
          // Drops a prefetched page after an abort: the call rejects with the signal's reason.
          if (signal?.aborted) next = fetchAhead(page)
        }
      } finally {
        stop.abort()
      }
    },

    async *[Symbol.asyncIterator]() {
      for await (const { items } of list.pages()) yield* items
    },

    async toArray(options = {}) {
      checkOptions('toArray', options, TO_ARRAY_OPTIONS)
      const { limit } = options
      const accounts: Account[] = []
      if (limit !== 0)
        for await (const account of list as AsyncIterable<Account>) if (accounts.push(account) === limit) break
      return accounts
    },
  }
  // A promise's `catch` and `finally` call `then`.
  return Object.assign(Object.create(Promise.prototype) as AccountList, list)
}
