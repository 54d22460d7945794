import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { estimateRateLimit } from '../src/rate-limit/rate-limit-estimate.ts'
import { accountBody, jwt, newClient } from './scripted-api.ts'
import { minutesFor, SimulatedService } from './simulated-service.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

describe('at 60 requests a minute', () => {
  it('10,000 accounts are exported without a refusal, as fast as the limit allows', async () => {
    const service = new SimulatedService()
    service.accounts = 10_000
    const export_ = newClient({ fetch: service.fetch }).accounts.list().toArray()

    expect(await minutesFor(export_)).toBeLessThan(1.2)
    expect(await export_).toHaveLength(10_000)
    expect([service.served, service.refused]).toEqual([100, 0])
  })

  it('500 accounts are created at once without a refusal, each once, none timed out', async () => {
    const service = new SimulatedService()
    const client = newClient({ fetch: service.fetch })
    const all = Promise.all(Array.from({ length: 500 }, () => client.accounts.create(accountBody())))

    // 60 at once, and as many again at the end of each of eight minutes.
    expect(await minutesFor(all)).toBeLessThan(8.2)
    expect([service.served, service.refused]).toEqual([500, 0])
  })

  it('all calls of a client share one budget, whatever they ask', async () => {
    const service = new SimulatedService()
    service.accounts = 5_000
    const client = newClient({ fetch: service.fetch })
    const mixed = Promise.all([
      client.accounts.list().toArray(),
      ...Array.from({ length: 70 }, () => client.accounts.create(accountBody())),
    ])
    await minutesFor(mixed)
    expect([service.served, service.refused]).toEqual([120, 0])
  })

  it('what was used up before by others is respected, and taken up as it comes free', async () => {
    const service = new SimulatedService()
    for (let used = 0; used < 50; used++) service.admit()
    await vi.advanceTimersByTimeAsync(30_000)
    const client = newClient({ fetch: service.fetch })
    const all = Promise.all(Array.from({ length: 60 }, () => client.accounts.create(accountBody())))

    const minutes = await minutesFor(all)
    expect([service.served, service.refused]).toEqual([60, 0])
    expect(minutes).toBeLessThan(1.1)
  })

  it('a limit that others keep using up is obeyed, with few refusals', async () => {
    const service = new SimulatedService()
    const client = newClient({ fetch: service.fetch })
    const others = setInterval(() => service.admit(), 2_000)
    const all = Promise.all(Array.from({ length: 90 }, () => client.accounts.create(accountBody())))
    await minutesFor(all)
    clearInterval(others)

    expect(service.served).toBe(90)
    expect(service.refused).toBeLessThan(10)
  })
})

it('requests go out as they come when pacing is off, and refused ones are repeated when the service says', async () => {
  const service = new SimulatedService({ limit: 5, windowMs: 10_000 })
  const client = newClient({ fetch: service.fetch, pacing: false })
  await minutesFor(Promise.all(Array.from({ length: 8 }, () => client.accounts.create(accountBody()))))

  expect(service.served).toBe(8)
  expect(service.refused).toBeGreaterThanOrEqual(3)
})

it('a service that tells no limit is asked without waiting', async () => {
  let underWay = 0
  let most = 0
  const fetch: typeof globalThis.fetch = async (input) => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setTimeout(resolve, 50))
    underWay--
    return Response.json((input as string).endsWith('/tokens') ? { token: 'opaque', _id: 'x' } : { _id: '1' })
  }
  const client = newClient({ fetch })
  await minutesFor(client.accounts.get('1'))
  await minutesFor(Promise.all(Array.from({ length: 100 }, () => client.accounts.get('1'))))

  expect(most).toBe(100)
})

describe('waiting for a place', () => {
  const usedUp = async () => {
    const service = new SimulatedService({ limit: 2, windowMs: 120_000 })
    const client = newClient({ fetch: service.fetch })
    await minutesFor(Promise.all([client.accounts.get('1'), client.accounts.get('1')]))
    return { service, client }
  }

  it('does not use up the usual time of a call', async () => {
    const { client } = await usedUp()
    expect(await minutesFor(client.accounts.get('1'))).toBeGreaterThan(1.9)
  })

  it('counts when the caller has said how long the call may take', async () => {
    const { service, client } = await usedUp()
    await expect(minutesFor(client.accounts.get('1', {}, { timeoutMs: 1_000 }))).rejects.toThrow('1000 ms')
    expect(service.served).toBe(2)
  })

  it('can be aborted, and makes way for the next', async () => {
    const { service, client } = await usedUp()
    const controller = new AbortController()
    const first = client.accounts.get('1', {}, { signal: controller.signal })
    const second = client.accounts.get('1')
    first.catch(() => {})
    controller.abort(new Error('changed my mind'))
    await expect(first).rejects.toThrow('changed my mind')
    await minutesFor(second)
    expect([service.served, service.refused]).toEqual([3, 0])
  })
})

it('a token is fetched when there is a place, not before a wait in which it would expire', async () => {
  const service = new SimulatedService({ limit: 2, windowMs: 120_000 })
  const lifeOfToken = 60
  const token = vi.fn(() => jwt(1, { lifetime: lifeOfToken }))
  const client = newClient({ fetch: service.fetch, token })
  await minutesFor(Promise.all(Array.from({ length: 5 }, () => client.accounts.get('1'))))

  // One for each window of two minutes.
  expect(token).toHaveBeenCalledTimes(3)
  expect([service.served, service.refused]).toEqual([5, 0])
})

it('a place that was not used, as there was no token, is free for the next', async () => {
  const service = new SimulatedService({ limit: 2 })
  let isDown = true
  const token = () => (isDown ? Promise.reject(new Error('down')) : 'opaque')
  const client = newClient({ fetch: service.fetch, token })
  for (let call = 0; call < 5; call++) await expect(minutesFor(client.accounts.get('1'))).rejects.toThrow('down')
  isDown = false
  expect(await minutesFor(client.accounts.get('1'))).toBeLessThan(0.1)
})

describe('the estimate', () => {
  it('never lets out what the window of the service would refuse, for a client alone', () => {
    const step = fc.record({ wait: fc.integer({ min: 0, max: 4_000 }), there: fc.nat(300), back: fc.nat(300) })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 80 }), (limit, steps) => {
        let now = 0
        const estimate = estimateRateLimit(() => now)
        const admitted: number[] = []
        const events: { at: number; happens: () => void }[] = []
        const runUntil = (until: number) => {
          events.sort((one, other) => one.at - other.at)
          while (events[0] && events[0].at <= until) {
            const { at, happens } = events.shift()!
            now = at
            happens()
            events.sort((one, other) => one.at - other.at)
          }
          now = until
        }
        for (const { wait, there, back } of steps) {
          runUntil(now + wait)
          if (estimate.waitMs() > 0) continue
          estimate.start()
          events.push({
            at: now + there,
            happens: () => {
              const counted = admitted.filter((at) => at > now - 10_000)
              expect(counted.length).toBeLessThan(limit)
              admitted.push(now)
              const left = limit - counted.length - 1
              const free = Math.ceil(((counted[0] ?? now) + 10_000 - now) / 1_000)
              const headers = {
                'ratelimit-policy': `"default";q=${limit};w=10`,
                ratelimit: `"default";r=${left};t=${free}`,
              }
              events.push({ at: now + back, happens: () => estimate.end(new Response(null, { headers })) })
            },
          })
        }
        runUntil(now + 60_000)
        expect(estimate.waitMs()).toBe(0)
      }),
      { numRuns: 300 },
    )
  })
})
