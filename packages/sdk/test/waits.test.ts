import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, ErrorCode, type PartnerAccounts, type TokenOptions, RateLimitError } from '../src/index.ts'
import { accountBody, failure, json, jwt, newClient, pageOf } from './scripted-api.ts'
import { completeInFakeMinutes, SimulatedService } from './simulated-service.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** Advances the fake clock until the call fails. Returns its error. */
const catchInFakeTime = (call: PromiseLike<unknown>) =>
  completeInFakeMinutes(Promise.resolve(call)).catch((error: unknown) => error)

/** Creates a client whose requests get these responses. `count` is 1 for the first request. */
const newClientWith = (
  respond: (count: number) => Response | Promise<Response>,
  options: Partial<TokenOptions> = {},
) => {
  let count = 0
  const fetch = () => {
    count += 1
    return Promise.resolve(respond(count))
  }
  return newClient({ token: 'opaque', fetch, ...options })
}
const page = (headers: Record<string, string>) => json(pageOf([]), 200, headers)
const tooMany = (headers: Record<string, string>) => failure(429, ErrorCode.RATE_LIMITED, headers)
const USED_UP = { 'ratelimit-policy': '"default";q=60;w=60', ratelimit: '"default";r=0;t=1' }

describe("a gateway's headers", () => {
  it.each([
    ['of another policy', '"gateway";q=5;w=86400', '"gateway";r=0;t=86400'],
    ['in the syntax of an earlier draft', '5;w=86400', 'limit=5, remaining=0, reset=86400'],
    [
      'before those of the service',
      '"gateway";q=5;w=86400, "default";q=60;w=60',
      '"gateway";r=0;t=86400, "default";r=59;t=60',
    ],
    [
      'after those of the service',
      '"default";q=60;w=60, "gateway";q=5;w=86400',
      '"default";r=59;t=60,"gateway";r=0;t=86400',
    ],
  ])('%s delay no call', async (_name, policy, limit) => {
    const client = newClientWith(() => page({ 'ratelimit-policy': policy, ratelimit: limit }))
    expect(
      await completeInFakeMinutes(Promise.all(Array.from({ length: 30 }, () => client.accounts.list()))),
    ).toBeLessThan(0.1)
  })

  it.each([60_000, Infinity, undefined])(
    'Retry-After of a day fails a call with RateLimitError immediately, with the timeout %s',
    async (timeoutMs) => {
      const client = newClientWith(() => tooMany({ ...USED_UP, 'retry-after': '86400' }), { timeoutMs })
      const startedAt = performance.now()
      const error = await catchInFakeTime(client.accounts.list())

      expect(error).toBeInstanceOf(RateLimitError)
      expect(error).toMatchObject({ retryAfterMs: 86_400_000, cause: { status: 429 } })
      expect((error as Error).message).toMatch(/^Error 429\. Waited for \d+ ms, and 86400000 ms remain: maxWaitMs is /)
      expect(performance.now() - startedAt).toBeLessThan(1_000)
    },
  )

  it('Retry-After of a day fails a retry after 503 with its ApiError, although there is no timeout', async () => {
    const client = newClientWith(() => failure(503, 503, { 'retry-after': '86400' }), { timeoutMs: Infinity })
    expect(await catchInFakeTime(client.accounts.list())).toMatchObject({ name: ApiError.name, status: 503 })
  })

  it('with a window of a day fail calls within ten minutes', async () => {
    const headers = { 'ratelimit-policy': '"default";q=5;w=86400', ratelimit: '"default";r=0;t=86400' }
    const client = newClientWith(() => page(headers))
    await completeInFakeMinutes(client.accounts.list())
    const startedAt = performance.now()

    expect(await catchInFakeTime(client.accounts.list())).toBeInstanceOf(RateLimitError)
    expect(performance.now() - startedAt).toBeLessThan(601_000)
  })

  it.each([true, false])(
    'in a 429 to every request fail a call after two windows of a minute, with pacing %s',
    async (pacing) => {
      const client = newClientWith(() => tooMany({ ...USED_UP, 'retry-after': '1' }), { pacing })
      const startedAt = performance.now()

      expect(await catchInFakeTime(client.accounts.list())).toBeInstanceOf(RateLimitError)
      expect(performance.now() - startedAt).toBeGreaterThan(115_000)
      expect(performance.now() - startedAt).toBeLessThan(125_000)
    },
  )
})

describe('a wait for the rate limit', () => {
  const useUpLimit = async (options: Partial<TokenOptions>) => {
    const service = new SimulatedService({ limit: 2, windowMs: 30_000 })
    const client = newClient({ fetch: service.fetch, ...options })
    await completeInFakeMinutes(Promise.all([client.accounts.get('1'), client.accounts.get('1')]))
    return { service, client }
  }

  it('above a second is logged, reported by onWait, and contained in afterResponse', async () => {
    const warn = vi.fn()
    const onWait = vi.fn()
    const waits: number[] = []
    const hooks = { onWait, afterResponse: ({ waitedMs }: { waitedMs: number }) => void waits.push(waitedMs) }
    const { client } = await useUpLimit({ hooks, logger: { debug() {}, info() {}, warn, error() {} } })
    expect(onWait).not.toHaveBeenCalled()
    await completeInFakeMinutes(client.accounts.get('1'))

    // The slots become free after a window of 30 s.
    const message = /^partner-accounts: \/partner-accounts\/{account_id}: waiting for (29|3\d)\d{3} ms$/
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(message))
    const waitMs = expect.closeTo(waits.at(-1)!, -3) as number
    expect(onWait).toHaveBeenCalledExactlyOnceWith({ route: '/partner-accounts/{account_id}', waitMs })
    expect(waits.at(-1)).toBeGreaterThan(28_000)
    expect(waits.at(-1)).toBeLessThan(32_000)
  })

  it('does not include the time of a request whose token was rejected', async () => {
    const waits: number[] = []
    const respond = async (count: number) => {
      if (count > 1) return page({})
      await new Promise((resolve) => setTimeout(resolve, 5_000))
      return failure(401, 9)
    }
    const client = newClientWith(respond, {
      token: () => Promise.resolve(jwt(1)),
      hooks: { afterResponse: ({ waitedMs }) => void waits.push(waitedMs) },
    })
    await completeInFakeMinutes(client.accounts.list())
    expect(waits).toHaveLength(2)
    expect(Math.max(...waits)).toBeLessThan(100)
  })

  it('lasts until the next slot, also after a request that did not count', async () => {
    const headersWith = (remaining: number) => ({
      'ratelimit-policy': '"default";q=10;w=60',
      ratelimit: `"default";r=${remaining};t=30`,
    })
    const times: number[] = []
    // Other clients have used six of the ten slots. The 403 uses none. The request of the broken connection may have used
    // the last one, so its retry waits.
    const responses = [
      () => page(headersWith(3)),
      () => page(headersWith(2)),
      () => page(headersWith(1)),
      () => failure(403, 666),
      () => Promise.reject(new TypeError('connection reset')),
    ]
    const client = newClientWith((count) => {
      times.push(performance.now())
      return responses[count - 1]?.() ?? page(headersWith(0))
    })
    for (let call = 1; call <= 5; call++) await completeInFakeMinutes(client.accounts.list().catch(() => undefined))
    expect(times).toHaveLength(6)
    expect(times[5]! - times[4]!).toBeGreaterThan(25_000)
  })

  it('behind other calls is reported by onWait with its whole estimated duration', async () => {
    const waits: number[] = []
    const { client } = await useUpLimit({ hooks: { onWait: ({ waitMs }) => void waits.push(waitMs) } })
    await completeInFakeMinutes(Promise.all(Array.from({ length: 5 }, () => client.accounts.get('1'))))

    const windows = waits.slice(0, 5).map((waitMs) => Math.round(waitMs / 30_000))
    expect(windows).toEqual([1, 1, 2, 2, 3])
  })

  it('before a retry is reported, too', async () => {
    const onWait = vi.fn()
    const client = newClientWith((count) => (count === 1 ? failure(503, 503, { 'retry-after': '7' }) : page({})), {
      hooks: { onWait },
    })
    await completeInFakeMinutes(client.accounts.list())
    expect(onWait).toHaveBeenCalledExactlyOnceWith({ route: '/partner-accounts', waitMs: 7_000 })
  })

  it('fails with what onWait throws, and the next call gets the slot', async () => {
    const onWait = vi.fn().mockRejectedValueOnce(new Error('too slow for me'))
    const { service, client } = await useUpLimit({ hooks: { onWait } })
    const calls = Promise.allSettled([client.accounts.get('1'), client.accounts.get('1')])
    await completeInFakeMinutes(calls)

    expect(await calls).toMatchObject([{ reason: { message: 'too slow for me' } }, { status: 'fulfilled' }])
    expect([service.served, service.rejected]).toEqual([3, 0])
  })

  it('longer than maxWaitMs fails all calls with RateLimitError immediately, and sends nothing', async () => {
    const { service, client } = await useUpLimit({ maxWaitMs: 5_000 })
    const startedAt = performance.now()
    const calls = Promise.allSettled(Array.from({ length: 3 }, () => client.accounts.create(accountBody())))
    await completeInFakeMinutes(calls)

    const reason = { name: 'RateLimitError', retryAfterMs: expect.closeTo(30_000, -4) as number }
    expect(await calls).toMatchObject(Array(3).fill({ status: 'rejected', reason }))
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    expect(service.served).toBe(2)
    await expect(
      completeInFakeMinutes(client.withOptions({ maxWaitMs: 60_000 }).accounts.get('1')),
    ).resolves.toBeGreaterThan(0.4)
  })
})

it('three processes that start together get similar shares: median waits differ by at most a factor of two', async () => {
  const service = new SimulatedService()
  const startedAt = performance.now()
  const measureCreation = async (client: PartnerAccounts) => {
    await client.accounts.create(accountBody())
    return performance.now() - startedAt
  }
  // Each client stands for a process.
  const processes = [1, 2, 3].map(() => {
    const client = newClient({ fetch: service.fetch })
    return Promise.all(Array.from({ length: 60 }, () => measureCreation(client)))
  })
  await completeInFakeMinutes(Promise.all(processes))

  const medians = (await Promise.all(processes)).map((waits) => waits.sort((one, other) => one - other)[30]!)
  expect(Math.max(...medians)).toBeLessThanOrEqual(2 * Math.min(...medians))
})

describe('concurrent calls', () => {
  it('with one signal cause no warning and leave no listener', async () => {
    vi.useRealTimers()
    const warnings = vi.fn()
    process.on('warning', warnings)
    const { signal } = new AbortController()
    const client = newClient({ fetch: () => Promise.resolve(page({})), token: jwt(1) })
    await Promise.all(Array.from({ length: 50 }, () => client.accounts.list({}, { signal })))
    await new Promise((resolve) => setTimeout(resolve))
    process.off('warning', warnings)

    expect(warnings).not.toHaveBeenCalled()
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
