import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PartnerAccounts, RateLimitStore } from '../src/index.ts'
import { accountBody, BASE_URL, json, newClient } from './scripted-api.ts'
import { completeInFakeMinutes, SimulatedService } from './simulated-service.ts'

// Each client stands for a process: clients share only the service's limit of 60 requests per minute.

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const createAccounts = (client: PartnerAccounts, count: number, options = {}) =>
  Promise.all(Array.from({ length: count }, () => client.accounts.create(accountBody(), options)))

describe('processes that share the rate limit', () => {
  it.each([2, 4])(
    '%i processes complete 300 calls without a failure, in at most 1.3 times the ideal time',
    async (count) => {
      const service = new SimulatedService()
      const clients = Array.from({ length: count }, () => newClient({ fetch: service.fetch }))

      const minutes = await completeInFakeMinutes(
        Promise.all(clients.map((client) => createAccounts(client, 300 / count))),
      )
      expect(service.served).toBe(300)
      // Ideally, 60 calls complete immediately, and 60 more after each of four minutes.
      expect(minutes).toBeLessThan(4 * 1.3)
    },
  )

  it('four processes that start within three seconds, with slow responses, complete 100 calls in the second window', async () => {
    const startAndCreate = async (service: SimulatedService, startMs: number) => {
      await new Promise((resolve) => setTimeout(resolve, startMs))
      await createAccounts(newClient({ fetch: service.fetch }), 25)
    }
    const measureSeconds = async (startTimes: number[]) => {
      const service = new SimulatedService()
      service.latencyMs = 400
      const startedAt = performance.now()
      await Promise.all(startTimes.map((startMs) => startAndCreate(service, startMs)))
      return (performance.now() - startedAt) / 1_000
    }
    // A client's estimate of the others' calls depends on the order of responses, so twelve groups of four clients start at
    // various times within three seconds.
    const startTimes = Array.from({ length: 48 }, (_, index) => (index * 1_871) % 3_000)
    const startTimesOfGroups = Array.from({ length: 12 }, (_, group) => startTimes.slice(group * 4, group * 4 + 4))
    const groups = Promise.all(startTimesOfGroups.map(measureSeconds))
    await completeInFakeMinutes(groups)
    expect(Math.max(...(await groups))).toBeLessThan(60 * 1.3)
  })

  it('a web app beside a nightly job completes its 30 calls within three minutes', async () => {
    const service = new SimulatedService()
    const job = createAccounts(newClient({ fetch: service.fetch }), 300)
    await vi.advanceTimersByTimeAsync(20_000)
    const minutes = await completeInFakeMinutes(createAccounts(newClient({ fetch: service.fetch }), 30))

    expect(minutes).toBeLessThan(3)
    await completeInFakeMinutes(job)
    expect(service.served).toBe(330)
  })

  it('a web app beside a nightly job completes its 30 calls within three minutes, even if responses take no time', async () => {
    const service = new SimulatedService()
    service.latencyMs = 0
    const job = createAccounts(newClient({ fetch: service.fetch }), 300)
    await vi.advanceTimersByTimeAsync(20_000)

    expect(await completeInFakeMinutes(createAccounts(newClient({ fetch: service.fetch }), 30))).toBeLessThan(3)
    await completeInFakeMinutes(job)
  })

  it('a web app beside a job of low priority gets its first calls through immediately', async () => {
    const service = new SimulatedService()
    const job = createAccounts(newClient({ fetch: service.fetch }), 200, { priority: 'low' })
    await vi.advanceTimersByTimeAsync(20_000)

    expect(await completeInFakeMinutes(createAccounts(newClient({ fetch: service.fetch }), 5))).toBeLessThan(0.05)
    await completeInFakeMinutes(job)
    expect(service.rejected).toBeLessThan(10)
  })

  it('a process that is restarted after it has used up the limit waits instead of failing', async () => {
    const service = new SimulatedService()
    await completeInFakeMinutes(createAccounts(newClient({ fetch: service.fetch }), 60))

    // Ideally, the slots are free after a minute.
    expect(await completeInFakeMinutes(createAccounts(newClient({ fetch: service.fetch }), 60))).toBeLessThan(1.3)
    expect(service.served).toBe(120)
  })

  it('100 calls without pacing wait after a 429 and complete', async () => {
    const service = new SimulatedService()
    const client = newClient({ fetch: service.fetch, pacing: false })

    // Ideally, 60 calls complete immediately, and 40 after a minute.
    expect(await completeInFakeMinutes(createAccounts(client, 100))).toBeLessThan(1.3)
    expect(service.served).toBe(100)
  })

  it('a call with its own timeout fails with the 429 when the wait would exceed it', async () => {
    const service = new SimulatedService()
    await completeInFakeMinutes(createAccounts(newClient({ fetch: service.fetch }), 60))
    const call = newClient({ fetch: service.fetch }).accounts.create(accountBody(), { timeoutMs: 10_000 })

    await expect(completeInFakeMinutes(call)).rejects.toMatchObject({ status: 429 })
  })

  it('maxRetries: 0 returns the first 429', async () => {
    const service = new SimulatedService()
    await completeInFakeMinutes(createAccounts(newClient({ fetch: service.fetch }), 60))
    const call = newClient({ fetch: service.fetch }).accounts.create(accountBody(), { maxRetries: 0 })

    await expect(completeInFakeMinutes(call)).rejects.toMatchObject({ status: 429 })
  })
})

describe('rateLimitStore', () => {
  /** The store of the README, in memory. */
  const createStore = (): RateLimitStore => {
    const takenAt: number[] = []
    return {
      take: (_key, { requests, windowMs }) => {
        const now = performance.now()
        while (takenAt[0] !== undefined && takenAt[0] <= now - windowMs) takenAt.shift()
        if (takenAt.length >= requests) return takenAt[0]! + windowMs - now
        takenAt.push(now)
        return 0
      },
    }
  }

  it('gets a key for the partner of the token, or for the user of an opaque token', async () => {
    const keys: string[] = []
    const rateLimitStore = {
      take: (key: string) => {
        keys.push(key)
        return 0
      },
    }
    const payload = Buffer.from(JSON.stringify({ partner_id: 'p'.repeat(24) })).toString('base64url')
    const clientWhoseTokenIs = (token: string) => {
      const signIn = () => Promise.resolve(json({ token, _id: 'x' }))
      const service = new SimulatedService()
      const fetch: typeof globalThis.fetch = (...request) =>
        (request[0] as string).endsWith('/tokens') ? signIn() : service.fetch(...request)
      return newClient({ fetch, rateLimitStore, email: 'Ana@revenda.example' })
    }
    await completeInFakeMinutes(createAccounts(clientWhoseTokenIs(`header.${payload}.signature`), 1))
    await completeInFakeMinutes(createAccounts(clientWhoseTokenIs('opaque'), 1))
    await completeInFakeMinutes(
      createAccounts(newClient({ fetch: new SimulatedService().fetch, token: `h.${payload}.s`, rateLimitStore }), 1),
    )

    const prefix = `partner-accounts:${BASE_URL}:`
    expect(keys).toEqual([`${prefix}${'p'.repeat(24)}`, `${prefix}ana@revenda.example`, `${prefix}${'p'.repeat(24)}`])
  })

  it('shares the limit among four processes, which get no 429 once they know the limit', async () => {
    const service = new SimulatedService()
    const rateLimitStore = createStore()
    const clients = Array.from({ length: 4 }, () => newClient({ fetch: service.fetch, rateLimitStore }))
    await completeInFakeMinutes(Promise.all(clients.map((client) => createAccounts(client, 1))))

    const minutes = await completeInFakeMinutes(Promise.all(clients.map((client) => createAccounts(client, 45))))
    expect([service.served, service.rejected]).toEqual([184, 0])
    // With the four first calls, 60 complete immediately, 60 after each of two minutes, and the last four after the third.
    expect(minutes).toBeLessThan(3.2)
  })

  it('delays only calls of low priority while it has slots left for normal ones', async () => {
    const service = new SimulatedService()
    const take: RateLimitStore['take'] = (_key, { requests }) => (requests < 60 ? 30_000 : 0)
    const client = newClient({ fetch: service.fetch, rateLimitStore: { take } })
    await completeInFakeMinutes(client.accounts.get('1'))

    const low = client.accounts.get('1', {}, { priority: 'low' })
    await vi.advanceTimersByTimeAsync(100)
    expect(await completeInFakeMinutes(client.accounts.get('2'))).toBeLessThan(0.1)
    await expect(Promise.race([low, Promise.resolve('pending')])).resolves.toBe('pending')
  })

  it('lets a call continue although another call was aborted while both wait for the store', async () => {
    const service = new SimulatedService()
    let take = () => 0 as number | Promise<number>
    const client = newClient({ fetch: service.fetch, rateLimitStore: { take: () => take() } })
    await completeInFakeMinutes(client.accounts.get('1'))
    const hanging = new Promise<number>(() => {})
    // The store's waits in ms: the first call's never arrives, and the second call asks twice.
    const waits = [hanging, Promise.resolve(300), Promise.resolve(300)]
    take = () => waits.shift() ?? 0
    const stop = new AbortController()

    const stopped = client.accounts.get('1', {}, { signal: stop.signal }).catch((error: unknown) => error)
    const other = client.accounts.get('2')
    await vi.advanceTimersByTimeAsync(400)
    stop.abort(new Error('stopped'))
    expect(await completeInFakeMinutes(other)).toBeLessThan(0.1)
    expect(await stopped).toMatchObject({ message: 'stopped' })
  })

  it('gets one request of a call that was aborted meanwhile', async () => {
    const service = new SimulatedService()
    const take = vi.fn<() => number | Promise<number>>(() => 0)
    const client = newClient({ fetch: service.fetch, rateLimitStore: { take } })
    await completeInFakeMinutes(client.accounts.get('1'))
    let respond: (waitMs: number) => void = () => {}
    take.mockReturnValueOnce(
      new Promise((resolve) => {
        respond = resolve
      }),
    )
    take.mockClear()
    const stop = new AbortController()
    const stopped = client.accounts.get('1', {}, { signal: stop.signal }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(100)
    stop.abort(new Error('stopped'))
    respond(300)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await stopped).toMatchObject({ message: 'stopped' })
    expect(take).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['fails', () => Promise.reject(new Error('disk full'))],
    ['hangs', () => new Promise<number>(() => {})],
  ])('that %s is reported, and local pacing applies', async (_how, take) => {
    const service = new SimulatedService()
    const warn = vi.fn()
    const logger = { debug() {}, info() {}, warn, error() {} }
    const client = newClient({ fetch: service.fetch, rateLimitStore: { take }, logger })

    expect(await completeInFakeMinutes(createAccounts(client, 3))).toBeLessThan(0.2)
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('the rate limit store failed'))
  })
})

describe('the file store of the examples', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-store-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const WINDOW = { requests: 3, windowMs: 60_000 }
  const newStore = async () => {
    const file = new URL('../examples/file-rate-limit-store.mjs', import.meta.url).href
    const { fileRateLimitStore } = (await import(file)) as { fileRateLimitStore: (folder: string) => RateLimitStore }
    return fileRateLimitStore(folder)
  }

  it('grants exactly as many concurrent requests as the limit, and the next one after a window', async () => {
    const store = await newStore()
    const take = async (key: string) => store.take(key, WINDOW)
    const waits = await Promise.all(Array.from({ length: 8 }, () => take('a/b')))
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(3)
    for (const waitMs of waits.filter((waitMs) => waitMs > 0)) expect(waitMs).toBeLessThanOrEqual(60_000)
    expect(await take('a/c')).toBe(0)

    vi.setSystemTime(Date.now() + 59_000)
    expect(await take('a/b')).toBeGreaterThan(0)
    vi.setSystemTime(Date.now() + 1_001)
    expect(await take('a/b')).toBe(0)
  })

  it('keeps at most two files for a key, and does not delete those of another key', async () => {
    const store = await newStore()
    await store.take('other/key', WINDOW)
    // This key begins with the name and the dot of the other one.
    await store.take('leak.br', WINDOW)
    for (let window = 0; window < 5; window += 1) {
      expect(await store.take('leak', WINDOW)).toBe(0)
      vi.setSystemTime(Date.now() + 60_000)
    }
    expect(readdirSync(folder).filter((file) => /^leak\.\d/.test(file))).toHaveLength(2)
    expect(readdirSync(folder).filter((file) => file.startsWith('leak.br.'))).toHaveLength(1)
    expect(readdirSync(folder).some((file) => file.startsWith('other%2Fkey'))).toBe(true)
  })
})

describe('priority', () => {
  it('calls of normal priority overtake waiting calls of low priority', async () => {
    const service = new SimulatedService()
    const client = newClient({ fetch: service.fetch })
    await completeInFakeMinutes(createAccounts(client, 60))
    const order: string[] = []
    const get = async (priority: 'low' | 'normal') => {
      await client.accounts.get('1', {}, { priority })
      order.push(priority)
    }
    await completeInFakeMinutes(Promise.all([get('low'), get('normal')]))

    expect(order).toEqual(['normal', 'low'])
  })

  it('a call that is retried keeps its place before later calls', async () => {
    const service = new SimulatedService({ limit: 1, windowMs: 10_000 })
    let requests = 0
    const fetch: typeof globalThis.fetch = async (...request) => {
      const response = await service.fetch(...request)
      requests += 1
      return requests === 1 ? new Response('', { status: 503, headers: response.headers }) : response
    }
    const client = newClient({ fetch, token: 'opaque' })
    const order: number[] = []
    const get = async (number: number) => {
      await client.accounts.get(String(number))
      order.push(number)
    }
    await completeInFakeMinutes(Promise.all([1, 2, 3, 4, 5].map(get)))

    expect(order).toEqual([1, 2, 3, 4, 5])
  })
})
