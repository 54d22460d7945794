import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RateLimitEstimate } from '../src/rate-limit/rate-limit-estimate.ts'
import { readRateLimit } from '../src/rate-limit/rate-limit-headers.ts'
import { accountBody, jwt, newClient } from './scripted-api.ts'
import { completeInFakeMinutes, SimulatedService } from './simulated-service.ts'

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
})
afterEach(() => void vi.useRealTimers())

describe('at 60 requests a minute', () => {
  it('10,000 accounts are listed without a 429, as fast as the limit allows', async () => {
    const service = new SimulatedService()
    service.accounts = 10_000
    const listed = newClient({ fetch: service.fetch }).accounts.list().toArray()

    // 100 pages of 100 accounts: 60 immediately, and 40 after a minute.
    expect(await completeInFakeMinutes(listed)).toBeLessThan(1.2)
    expect(await listed).toHaveLength(10_000)
    expect([service.served, service.rejected]).toEqual([100, 0])
  })

  it('500 concurrent creations complete without a 429 or a timeout', async () => {
    const service = new SimulatedService()
    const client = newClient({ fetch: service.fetch })
    const all = Promise.all(Array.from({ length: 500 }, () => client.accounts.create(accountBody())))

    // 60 immediately, and 60 more after each of eight minutes.
    expect(await completeInFakeMinutes(all)).toBeLessThan(8.2)
    expect([service.served, service.rejected]).toEqual([500, 0])
  })

  it('all operations of a client share one limit without a 429', async () => {
    const service = new SimulatedService()
    service.accounts = 5_000
    const client = newClient({ fetch: service.fetch })
    const mixed = Promise.all([
      client.accounts.list().toArray(),
      ...Array.from({ length: 70 }, () => client.accounts.create(accountBody())),
    ])
    await completeInFakeMinutes(mixed)
    expect([service.served, service.rejected]).toEqual([120, 0])
  })

  it('slots used by other clients are respected, and used when they become free', async () => {
    const service = new SimulatedService()
    for (let used = 0; used < 50; used++) service.admit()
    await vi.advanceTimersByTimeAsync(30_000)
    const client = newClient({ fetch: service.fetch })
    const all = Promise.all(Array.from({ length: 60 }, () => client.accounts.create(accountBody())))

    const minutes = await completeInFakeMinutes(all)
    expect([service.served, service.rejected]).toEqual([60, 0])
    // Ten immediately, and 50 when the slots of the other clients become free, after half a minute.
    expect(minutes).toBeLessThan(0.6)
  })

  it('a limit that other clients keep using up causes few 429s', async () => {
    const service = new SimulatedService()
    const client = newClient({ fetch: service.fetch })
    let otherRequests = 0
    const otherClients = setInterval(() => {
      otherRequests += 1
      service.admit()
    }, 2_000)
    const all = Promise.all(Array.from({ length: 90 }, () => client.accounts.create(accountBody())))
    await completeInFakeMinutes(all)
    clearInterval(otherClients)

    expect(otherRequests).toBeGreaterThan(20)
    expect(service.served).toBe(90)
    expect(service.rejected).toBeLessThan(10)
  })
})

it('calls without pacing are sent immediately and retried after Retry-After', async () => {
  const service = new SimulatedService({ limit: 5, windowMs: 10_000 })
  const client = newClient({ fetch: service.fetch, pacing: false })
  await completeInFakeMinutes(Promise.all(Array.from({ length: 8 }, () => client.accounts.create(accountBody()))))

  expect(service.served).toBe(8)
  // The limit admits five of the eight requests at first.
  expect(service.rejected).toBeGreaterThanOrEqual(3)
})

it('a service that reports no limit gets requests without waits', async () => {
  let inFlight = 0
  let maxInFlight = 0
  const fetch: typeof globalThis.fetch = async (input) => {
    inFlight += 1
    maxInFlight = Math.max(maxInFlight, inFlight)
    // Calls start in batches. Fake time may advance between batches, so a request takes long enough to overlap all of them.
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    inFlight -= 1
    return Response.json((input as string).endsWith('/tokens') ? { token: 'opaque', _id: 'x' } : { _id: '1' })
  }
  const client = newClient({ fetch })
  await completeInFakeMinutes(client.accounts.get('1'))
  await completeInFakeMinutes(Promise.all(Array.from({ length: 100 }, () => client.accounts.get('1'))))

  expect(maxInFlight).toBe(100)
})

// A tenth of the limit, or four if that is more.
it.each([
  [20, 4],
  [60, 6],
  [200, 20],
])('at a limit of %i, up to %i requests are in flight at the same time', async (limit, expected) => {
  const service = new SimulatedService({ limit })
  let inFlight = 0
  let maxInFlight = 0
  const fetch: typeof globalThis.fetch = async (...request) => {
    inFlight += 1
    maxInFlight = Math.max(maxInFlight, inFlight)
    const response = await service.fetch(...request)
    inFlight -= 1
    return response
  }
  const client = newClient({ fetch })
  await completeInFakeMinutes(client.accounts.get('1'))
  // The limit is not used up, so only the maximum of requests in flight delays a call.
  await completeInFakeMinutes(Promise.all(Array.from({ length: limit - 2 }, () => client.accounts.get('1'))))

  expect(maxInFlight).toBe(expected)
})

it('a request that hangs before the limit is known holds up no other call', async () => {
  const service = new SimulatedService()
  let requests = 0
  const fetch: typeof globalThis.fetch = (...request) => {
    requests += 1
    return requests === 1 ? new Promise(() => {}) : service.fetch(...request)
  }
  const client = newClient({ fetch, token: 'opaque', maxRetries: 0 })
  const hanging = client.accounts.get('1').catch((error: unknown) => error)

  expect(await completeInFakeMinutes(client.accounts.get('2'))).toBeLessThan(0.05)
  // The hanging call fails after the default timeout of a minute.
  expect(await completeInFakeMinutes(hanging)).toBeLessThan(1.1)
})

describe('waiting for the rate limit', () => {
  const useUpLimit = async () => {
    const service = new SimulatedService({ limit: 2, windowMs: 120_000 })
    const client = newClient({ fetch: service.fetch })
    await completeInFakeMinutes(Promise.all([client.accounts.get('1'), client.accounts.get('1')]))
    return { service, client }
  }

  it('does not count towards the default timeout', async () => {
    const { client } = await useUpLimit()
    expect(await completeInFakeMinutes(client.accounts.get('1'))).toBeGreaterThan(1.9)
  })

  it('counts towards a timeout set by the caller', async () => {
    const { service, client } = await useUpLimit()
    await expect(completeInFakeMinutes(client.accounts.get('1', {}, { timeoutMs: 1_000 }))).rejects.toThrow('1000 ms')
    expect(service.served).toBe(2)
  })

  it('can be aborted, and the next call gets the slot', async () => {
    const { service, client } = await useUpLimit()
    const controller = new AbortController()
    const first = client.accounts.get('1', {}, { signal: controller.signal })
    const second = client.accounts.get('1')
    first.catch(() => {})
    controller.abort(new Error('changed my mind'))
    await expect(first).rejects.toThrow('changed my mind')
    await completeInFakeMinutes(second)
    expect([service.served, service.rejected]).toEqual([3, 0])
  })

  it.each([100, 5_000])(
    'leaves no timer when it is aborted after %i ms, so that a program can end',
    async (waitedMs) => {
      const { client } = await useUpLimit()
      const controller = new AbortController()
      const call = client.accounts.get('1', {}, { signal: controller.signal })
      await vi.advanceTimersByTimeAsync(waitedMs)
      expect(vi.getTimerCount()).toBeGreaterThan(0)
      controller.abort(new Error('changed my mind'))
      await expect(call).rejects.toThrow('changed my mind')
      expect(vi.getTimerCount()).toBe(0)
    },
  )
})

it('a token is fetched after the wait for the rate limit, because it could expire during the wait', async () => {
  const service = new SimulatedService({ limit: 2, windowMs: 120_000 })
  const tokenLifetimeSeconds = 60
  const token = vi.fn(() => jwt(1, { lifetime: tokenLifetimeSeconds }))
  const client = newClient({ fetch: service.fetch, token })
  await completeInFakeMinutes(Promise.all(Array.from({ length: 5 }, () => client.accounts.get('1'))))

  // One token for each window of two minutes.
  expect(token).toHaveBeenCalledTimes(3)
  expect([service.served, service.rejected]).toEqual([5, 0])
})

it('a slot that was not used because there was no token is free for the next call', async () => {
  const service = new SimulatedService({ limit: 2 })
  let isDown = true
  const token = () => (isDown ? Promise.reject(new Error('down')) : 'opaque')
  const client = newClient({ fetch: service.fetch, token })
  for (let call = 0; call < 5; call++)
    await expect(completeInFakeMinutes(client.accounts.get('1'))).rejects.toThrow('down')
  isDown = false
  expect(await completeInFakeMinutes(client.accounts.get('1'))).toBeLessThan(0.1)
})

describe('the estimate', () => {
  it('never admits a request that the service would reject, for a single client', () => {
    const windowMs = 10_000
    const step = fc.record({
      waitMs: fc.integer({ min: 0, max: 4_000 }),
      toServiceMs: fc.nat(300),
      toClientMs: fc.nat(300),
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 80 }), (limit, steps) => {
        const now = () => performance.now()
        const estimate = new RateLimitEstimate()
        const isLowPriority = false
        const isFree = () => estimate.nextStart(isLowPriority).waitMs === 0
        const admitted: number[] = []
        const events: { at: number; happens: () => void }[] = []
        const runUntil = (until: number) => {
          events.sort((one, other) => one.at - other.at)
          while (events[0] && events[0].at <= until) {
            const { at, happens } = events.shift()!
            vi.advanceTimersByTime(at - now())
            happens()
            events.sort((one, other) => one.at - other.at)
          }
          vi.advanceTimersByTime(until - now())
        }
        for (const { waitMs, toServiceMs, toClientMs } of steps) {
          runUntil(now() + waitMs)
          if (!isFree()) continue
          const request = estimate.start(isLowPriority)
          const end = (headers: Headers) => {
            estimate.onResponse()
            const isCounted = true
            estimate.end(request, isCounted, readRateLimit(headers))
          }
          events.push({
            at: now() + toServiceMs,
            happens: () => {
              const counted = admitted.filter((at) => at > now() - windowMs)
              expect(counted.length, 'requests in the window before this one').toBeLessThan(limit)
              admitted.push(now())
              const remaining = limit - counted.length - 1
              const nextFreeAt = (counted[0] ?? now()) + windowMs
              const nextFreeSeconds = Math.ceil((nextFreeAt - now()) / 1_000)
              const headers = {
                'ratelimit-policy': `"default";q=${limit};w=${windowMs / 1_000}`,
                ratelimit: `"default";r=${remaining};t=${nextFreeSeconds}`,
              }
              events.push({ at: now() + toClientMs, happens: () => end(new Headers(headers)) })
            },
          })
        }
        runUntil(now() + 60_000)
        expect(isFree(), 'a slot is free after a minute without requests').toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
