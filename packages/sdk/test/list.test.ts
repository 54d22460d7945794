import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import type { Account, AccountPage } from '../src/index.ts'
import { Page } from '../src/paging/page.ts'
import { failure, json, newClient, pageOf, scriptedApi } from './scripted-api.ts'

const api = scriptedApi()

/** A partner's accounts, newest first, in pages like the service's. */
class ListedAccounts {
  #newest = 0
  readonly all: { _id: string }[] = []

  add(count: number): void {
    for (let added = 0; added < count; added++) {
      this.#newest += 1
      this.all.unshift({ _id: String(this.#newest).padStart(24, '0') })
    }
  }

  readonly respond = ({ line }: { line: string }): Response => {
    const query = new URLSearchParams(line.split('?')[1])
    const page = Number(query.get('page') ?? 1)
    const size = Math.min(100, Number(query.get('max_results') ?? 25))
    const items = this.all.slice((page - 1) * size, page * size)
    const total = this.all.length
    const body = pageOf(items, { page, total, isLast: page * size >= total }) as { _meta: { max_results: number } }
    body._meta.max_results = size
    return json(body)
  }
}

let accounts: ListedAccounts
const lines = () => api.received('GET').map(({ line }) => line)
beforeEach(() => {
  accounts = new ListedAccounts()
  api.on('GET /partner-accounts', accounts.respond)
})

describe('list, awaited', () => {
  it("returns one page of the service's default size", async () => {
    accounts.add(30)
    const page = await newClient().accounts.list()

    expect(page).toBeInstanceOf(Page)
    expect(page.items).toEqual(accounts.all.slice(0, 25))
    expect(page.meta).toEqual({ max_results: 25, page: 1, total: 30 })
    expect(page.links.next).toEqual({ href: 'partner-accounts?page=2', title: 'next page' })
    expect(lines()).toEqual(['GET /partner-accounts'])
  })

  it('nextPage returns pages of the same size up to the last one', async () => {
    accounts.add(7)
    const page = await newClient().accounts.list({ page: 2, max_results: 3 })
    expect(page.hasNextPage()).toBe(true)

    const last = await page.nextPage()
    expect(last?.items).toHaveLength(1)
    expect(last?.hasNextPage()).toBe(false)
    await expect(last?.nextPage()).resolves.toBeUndefined()
    expect(lines()).toEqual([
      'GET /partner-accounts?page=2&max_results=3',
      'GET /partner-accounts?page=3&max_results=3',
    ])
  })

  it('sends one request, however often it is awaited', async () => {
    const list = newClient().accounts.list()
    expect(await list).toBe(await list)
    expect(lines()).toHaveLength(1)
  })

  it('behaves like a promise', async () => {
    const client = newClient()
    const atEnd = vi.fn()
    expectTypeOf(client.accounts.list()).toExtend<Promise<AccountPage>>()
    expect(await Promise.all([client.accounts.list()])).toEqual([expect.any(Page)])
    await client.accounts.list().finally(atEnd)
    expect(atEnd).toHaveBeenCalledOnce()
    api.on('GET /partner-accounts', () => failure(403, 666))
    await expect(client.accounts.list().catch((error: { code: number }) => error.code)).resolves.toBe(666)
  })

  it('withResponse returns the status, the headers and the request id', async () => {
    const { data, status, headers, requestId } = await newClient().accounts.list().withResponse()

    expect(data).toBeInstanceOf(Page)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(requestId).toBe(api.received('GET')[0]!.headers.get('x-request-id'))
  })
})

describe('list, iterated', () => {
  it('returns every account, newest first, in pages of 100', async () => {
    accounts.add(250)
    const all: Account[] = []
    for await (const account of newClient().accounts.list()) all.push(account)

    expect(all).toEqual(accounts.all)
    expect(lines()).toEqual(['', 'page=2&', 'page=3&'].map((page) => `GET /partner-accounts?${page}max_results=100`))
  })

  it('starts at the given page and uses the given size', async () => {
    accounts.add(10)
    const list = newClient().accounts.list({ page: 2, max_results: 4 })

    await expect(list.toArray()).resolves.toEqual(accounts.all.slice(4))
    expect(lines()).toHaveLength(2)
  })

  it('returns nothing for a partner without accounts', async () => {
    await expect(newClient().accounts.list().toArray()).resolves.toEqual([])
    expect(lines()).toHaveLength(1)
  })

  it('pages() returns pages with nextPage', async () => {
    accounts.add(205)
    const sizes: number[] = []
    let first: AccountPage | undefined
    for await (const page of newClient().accounts.list().pages()) {
      first ??= page
      sizes.push(page.items.length)
    }
    expect(sizes).toEqual([100, 100, 5])
    expect((await first?.nextPage())?.items).toEqual(accounts.all.slice(100, 200))
  })

  it('fetches one page ahead, and no more', async () => {
    accounts.add(500)
    for await (const { items } of newClient().accounts.list().pages()) {
      expect(items).toHaveLength(100)
      await vi.waitFor(() => expect(lines()).toHaveLength(2), 30_000)
      await wait(100)
      expect(lines()).toHaveLength(2)
      break
    }
  })

  it('stops fetching and cancels the request in flight when the loop is left', async () => {
    accounts.add(500)
    let isAborted = false
    api.on('GET /partner-accounts', async (request) => {
      if (request.line.includes('page=2')) await wait(200)
      return accounts.respond(request)
    })
    const fetch: typeof globalThis.fetch = (url, init) => {
      init?.signal?.addEventListener('abort', () => {
        isAborted = true
      })
      return globalThis.fetch(url, init)
    }
    for await (const { items } of newClient({ fetch }).accounts.list().pages()) {
      expect(items).toHaveLength(100)
      await vi.waitFor(() => expect(lines()).toHaveLength(2))
      break
    }
    await vi.waitFor(() => expect(isAborted).toBe(true))
    await wait(300)
    expect(lines()).toHaveLength(2)
  })

  it.each([
    [0, 0, 0],
    [1, 1, 2],
    [100, 100, 2],
    [101, 101, 3],
    [1_000, 250, 3],
  ])('toArray({ limit: %i }) returns %i accounts', async (limit, length, maxRequests) => {
    accounts.add(250)
    await expect(newClient().accounts.list().toArray({ limit })).resolves.toEqual(accounts.all.slice(0, length))
    expect(lines().length).toBeLessThanOrEqual(maxRequests)
  })

  it("throws a page's error after the accounts of the pages before it", async () => {
    accounts.add(150)
    api.on('GET /partner-accounts', (request) =>
      request.line.includes('page=2') ? failure(403, 666) : accounts.respond(request),
    )
    const seen: Account[] = []
    const all = async () => {
      for await (const account of newClient().accounts.list()) seen.push(account)
    }
    await expect(all()).rejects.toMatchObject({ code: 666 })
    expect(seen).toEqual(accounts.all.slice(0, 100))
  })

  it("throws the signal's reason when it is aborted during the iteration", async () => {
    accounts.add(300)
    const controller = new AbortController()
    const seen: Account[] = []
    const all = async () => {
      for await (const account of newClient().accounts.list({}, { signal: controller.signal })) {
        seen.push(account)
        if (seen.length === 150) controller.abort(new Error('enough'))
      }
    }
    await expect(all()).rejects.toThrow('enough')
    expect(seen.length).toBeLessThanOrEqual(200)
  })

  it('returns each account once and misses none while new accounts are created', async () => {
    const client = newClient({ pacing: false })
    const scenario = fc.record({
      before: fc.nat(60),
      size: fc.integer({ min: 1, max: 20 }),
      // Numbers of accounts that are created before each request.
      created: fc.array(fc.oneof(fc.constant(0), fc.nat(25)), { maxLength: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(scenario, async ({ before, size, created }) => {
        const accounts = new ListedAccounts()
        accounts.add(before)
        const atStart = accounts.all.map(({ _id }) => _id)
        api.on('GET /partner-accounts', (request, count) => {
          accounts.add(created[count - 1] ?? 0)
          return accounts.respond(request)
        })
        const seen = (await client.accounts.list({ max_results: size }).toArray()).map(({ _id }) => _id)
        expect(new Set(seen).size).toBe(seen.length)
        // All accounts of the start are listed in order. Accounts that were created later may be among them.
        expect(seen.filter((id) => atStart.includes(id))).toEqual(atStart)
      }),
      { numRuns: 60 },
    )
  })
})
