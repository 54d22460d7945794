import { getEventListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { REPORTED_WAIT_MS } from '../src/constants.ts'
import { ApiError, ConnectionError, TimeoutError } from '../src/index.ts'
import { brokenConnection, failure, json, newClient, pageOf, scriptedApi } from './scripted-api.ts'

const api = scriptedApi()
const empty = () => json(pageOf([]))
const countAttempts = () => api.received('GET /partner-accounts').length

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Skips the waits of the client. Returns the list to which the duration of each wait is added, in milliseconds. */
function skipWaits(): number[] {
  const waits: number[] = []
  const real = setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((callback: () => void, ms = 0) => {
    const isTimeout = ms >= 15_000
    const isYield = ms <= 10
    const isReportOfLongWait = ms === REPORTED_WAIT_MS
    // Timers of msw, of the runtime and of the service that test files share are not skipped.
    const isOfClient = new Error().stack?.includes('packages/sdk/src') ?? false
    if (isTimeout || isYield || isReportOfLongWait || !isOfClient) return real(callback, ms)
    waits.push(ms)
    return real(callback, 0)
  })
  return waits
}

describe('retries', () => {
  it.each([408, 409, 429, 500, 502, 503, 504])('GET is retried after %i', async (status) => {
    skipWaits()
    api.on('GET /partner-accounts', (_request, count) => (count < 3 ? failure(status, status) : empty()))

    await expect(newClient({ pacing: false }).accounts.list()).resolves.toMatchObject({ items: [] })
    expect(countAttempts()).toBe(3)
  })

  it('GET is retried after a broken connection', async () => {
    skipWaits()
    api.on('GET /partner-accounts', (_request, count) => (count < 3 ? brokenConnection() : empty()))

    await newClient().accounts.list()
    expect(countAttempts()).toBe(3)
  })

  it.each([400, 403, 404, 405, 413, 422, 501])('GET is not retried after %i', async (status) => {
    api.on('GET /partner-accounts', () => failure(status, status))

    await expect(newClient().accounts.list()).rejects.toMatchObject({ status })
    expect(countAttempts()).toBe(1)
  })

  it('happen three times by default, and maxRetries of a call takes precedence over that of the client', async () => {
    skipWaits()
    api.on('GET /partner-accounts', () => failure(500, 500))

    await expect(newClient().accounts.list()).rejects.toMatchObject({ status: 500 })
    expect(countAttempts()).toBe(4)
    await expect(newClient({ maxRetries: 1 }).accounts.list()).rejects.toMatchObject({ status: 500 })
    expect(countAttempts()).toBe(4 + 2)
    await expect(newClient({ maxRetries: 1 }).accounts.list({}, { maxRetries: 2 })).rejects.toMatchObject({
      status: 500,
    })
    expect(countAttempts()).toBe(4 + 2 + 3)
  })

  it('do not happen with maxRetries: 0', async () => {
    api.on('GET /partner-accounts', () => failure(503, 503))
    await expect(newClient().accounts.list({}, { maxRetries: 0 })).rejects.toBeInstanceOf(ApiError)

    api.on('POST /tokens', brokenConnection)
    await expect(newClient({ maxRetries: 0 }).accounts.list()).rejects.toBeInstanceOf(ConnectionError)
    expect(api.requests.map(({ line }) => line)).toEqual(['POST /tokens', 'GET /partner-accounts', 'POST /tokens'])
  })
})

describe('the wait between retries', () => {
  it('doubles up to eight seconds, with up to half of it random', async () => {
    const shortest = skipWaits()
    api.on('GET /partner-accounts', () => failure(500, 500))
    await expect(newClient({ maxRetries: 6, timeoutMs: 60_000 }).accounts.list()).rejects.toThrow()
    expect(shortest).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000])

    vi.restoreAllMocks()
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const longest = skipWaits()
    await expect(newClient({ maxRetries: 6, timeoutMs: 60_000 }).accounts.list()).rejects.toThrow()
    expect(longest).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000])
  })

  it('follows Retry-After in seconds or as a date, and ignores other values', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
    const waits = skipWaits()
    const retryAfterHeaders = ['7', new Date(Date.now() + 9_000).toUTCString(), 'soon']
    api.on('GET /partner-accounts', (_request, count) =>
      count > retryAfterHeaders.length ? empty() : failure(503, 503, { 'retry-after': retryAfterHeaders[count - 1]! }),
    )

    await newClient().accounts.list()
    // After the invalid value, half of the third backoff of 2 s: `Math.random` returns 0.
    expect(waits).toEqual([7_000, 9_000, 1_000])
  })

  it('is skipped when it would exceed the timeout, so the error is thrown immediately', async () => {
    api.on('GET /partner-accounts', () => failure(503, 503, { 'retry-after': '3600' }))
    const startedAt = performance.now()

    await expect(newClient().accounts.list()).rejects.toMatchObject({ status: 503, retryAfterMs: 3_600_000 })
    expect(performance.now() - startedAt).toBeLessThan(30_000)
  })

  it('can be aborted', async () => {
    api.on('GET /partner-accounts', () => failure(503, 503, { 'retry-after': '30' }))
    const controller = new AbortController()
    const call = newClient().accounts.list({}, { signal: controller.signal })
    const failed = expect(call).rejects.toThrow('changed my mind')
    await vi.waitFor(() => expect(countAttempts()).toBe(1), 30_000)
    controller.abort(new Error('changed my mind'))

    await failed
    expect(countAttempts()).toBe(1)
  })
})

describe('a call', () => {
  it('times out while the body is read', async () => {
    api.on(
      'GET /partner-accounts',
      () => new Response(new ReadableStream({}), { headers: { 'content-type': 'application/json' } }),
    )

    const error = await newClient()
      .accounts.list({}, { timeoutMs: 1_000 })
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({
      message: 'Timed out after 1000 ms.',
      requestId: expect.stringMatching(/.{20}/),
    })
  })

  it('has one timeout for all retries together', async () => {
    api.on('GET /partner-accounts', async () => {
      await wait(150)
      return failure(500, 500)
    })
    const startedAt = performance.now()

    await expect(newClient({ timeoutMs: 600, maxRetries: 100 }).accounts.list()).rejects.toThrow()
    // A hundred retries would take 15 s.
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  it("fails with the caller's reason before, during and after sending", async () => {
    const client = newClient()
    await expect(client.accounts.list({}, { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no')
    expect(api.requests).toEqual([])

    const controller = new AbortController()
    api.on('GET /partner-accounts', async () => {
      controller.abort(new Error('stop'))
      await wait(1_000)
      return empty()
    })
    await expect(client.accounts.list({}, { signal: controller.signal })).rejects.toThrow('stop')
    await expect(client.accounts.list({}, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })

  it('fails with the reason when its beforeRequest hook aborts it, without an unhandled rejection', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const controller = new AbortController()
    const hooks = { beforeRequest: () => controller.abort(new Error('changed my mind')) }
    const client = newClient({ hooks, token: 'opaque' })
    await expect(client.accounts.list({}, { signal: controller.signal })).rejects.toThrow('changed my mind')
    await wait(20)
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })

  it.each(['beforeRequest', 'afterResponse'])('times out although its %s hook never settles', async (hook) => {
    const client = newClient({ hooks: { [hook]: () => new Promise(() => {}) }, token: 'opaque' })
    api.on('GET /partner-accounts', empty)
    await expect(client.accounts.list({}, { timeoutMs: 50 })).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it("leaves no listener on the caller's signal", async () => {
    skipWaits()
    const { signal } = new AbortController()
    const client = newClient()
    api.on('GET /partner-accounts', (_request, count) => (count % 2 === 1 ? failure(500, 500) : empty()))
    api.on('GET /partner-accounts/1', () => failure(404, 56))

    await client.accounts.list({}, { signal })
    await client.accounts.list({}, { signal }).pages().next()
    await client.accounts.get('1', {}, { signal }).catch(() => {})
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
