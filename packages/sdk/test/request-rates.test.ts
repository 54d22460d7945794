import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ErrorCode, type PartnerAccountsOptions } from '../src/index.ts'
import { failure, json, jwt, newClient, pageOf } from './scripted-api.ts'
import { completeInFakeMinutes } from './simulated-service.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const LIMIT_HEADERS = { 'ratelimit-policy': '"default";q=60;w=60', ratelimit: '"default";r=0;t=20' }
const STATUSES = [401, 408, 429, 502, 503]
const CALLS = 50
const RETRY_AFTER_SECONDS = 20

/** The times at which requests arrived, in milliseconds. */
class RequestLog {
  readonly times: number[] = []

  add(): void {
    this.times.push(performance.now())
  }

  get total(): number {
    return this.times.length
  }

  get maxPerSecond(): number {
    const seconds = this.times.map((time) => Math.floor(time / 1_000))
    return Math.max(0, ...seconds.map((second) => seconds.filter((other) => other === second).length))
  }

  /** The shortest time between two requests. */
  get minGapMs(): number {
    const gaps = this.times.slice(1).map((time, index) => time - this.times[index]!)
    return Math.min(Infinity, ...gaps)
  }
}

interface Responses {
  signIn?: () => Response
  call?: () => Response
}

/** Starts 50 calls of a service that sends these responses, each after 20 ms. Returns when all calls have settled. */
async function runCalls({ signIn, call }: Responses, options: Partial<PartnerAccountsOptions> = {}) {
  const signIns = new RequestLog()
  const calls = new RequestLog()
  const fetch: typeof globalThis.fetch = async (url) => {
    const isSignIn = (url as string).endsWith('/tokens')
    const log = isSignIn ? signIns : calls
    log.add()
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (isSignIn) return signIn?.() ?? json({ token: jwt(signIns.total), _id: 'x' })
    return call?.() ?? json(pageOf([]), 200, LIMIT_HEADERS)
  }
  const client = newClient({ fetch, ...options })
  const settled = Promise.allSettled(Array.from({ length: CALLS }, () => client.accounts.list()))
  const minutes = await completeInFakeMinutes(settled)
  return { signIns, calls, minutes, settled: await settled }
}

describe.each(STATUSES)('a service that rejects sign-ins with %i', (status) => {
  it.each([true, false])('gets at most five sign-ins per second, with pacing %s', async (pacing) => {
    const { signIns, calls } = await runCalls({ signIn: () => failure(status, status) }, { pacing })
    // The calls share each sign-in. Otherwise, there would be one for each attempt of the 50 calls.
    expect(signIns.maxPerSecond).toBeLessThanOrEqual(5)
    expect(calls.total).toBe(0)
  })

  it.each([LIMIT_HEADERS, {}])(
    'gets no sign-in before Retry-After, with the rate limit headers %j',
    async (headers) => {
      const signIn = () => failure(status, status, { ...headers, 'retry-after': String(RETRY_AFTER_SECONDS) })
      const { signIns } = await runCalls({ signIn })
      expect(signIns.minGapMs).toBeGreaterThanOrEqual(RETRY_AFTER_SECONDS * 1_000)
    },
  )
})

describe.each(STATUSES)('a service that rejects calls with %i', (status) => {
  it.each([true, false])('gets at most four attempts of each call, with pacing %s', async (pacing) => {
    const { calls, signIns } = await runCalls({ call: () => failure(status, status) }, { pacing })
    // The first two retries may follow within a second.
    expect(calls.maxPerSecond).toBeLessThanOrEqual(3 * CALLS)
    expect(calls.total).toBeLessThanOrEqual(4 * CALLS)
    // The first sign-in, and one for each call after a 401.
    expect(signIns.total).toBeLessThanOrEqual(1 + CALLS)
  })

  it('gets no retry of a call before Retry-After', async () => {
    const call = () => failure(status, status, { 'retry-after': String(RETRY_AFTER_SECONDS) })
    // Without pacing, all calls start together, so all later requests are retries.
    const { calls } = await runCalls({ call }, { pacing: false })
    const [first = 0] = calls.times
    const retries = calls.times.slice(CALLS)
    expect(Math.min(...retries) - first).toBeGreaterThanOrEqual(RETRY_AFTER_SECONDS * 1_000)
  })
})

it('a sign-in that gets 429 is repeated after its Retry-After, and then the call succeeds', async () => {
  let signIns = 0
  const times: number[] = []
  const signIn = () => {
    signIns += 1
    times.push(performance.now())
    const headers = { ...LIMIT_HEADERS, 'retry-after': String(RETRY_AFTER_SECONDS) }
    return signIns === 1 ? failure(429, 429, headers) : json({ token: jwt(1), _id: 'x' })
  }
  const { settled } = await runCalls({ signIn, call: () => json(pageOf([])) })
  expect(settled.every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(times).toHaveLength(2)
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(RETRY_AFTER_SECONDS * 1_000)
  expect(times[1]! - times[0]!).toBeLessThan((RETRY_AFTER_SECONDS + 3) * 1_000)
})

it.each([401, 403])(
  "the rate limit in the headers of a %i response delays no call, because it is not the partner's",
  async (status) => {
    let requests = 0
    const call = () => {
      requests += 1
      if (requests > 1) return json(pageOf([]))
      const code = status === 401 ? ErrorCode.UNAUTHENTICATED : ErrorCode.FORBIDDEN
      return failure(status, code, { ...LIMIT_HEADERS, 'ratelimit-policy': '"default";q=1;w=60' })
    }
    const { minutes } = await runCalls({ call })
    expect(minutes).toBeLessThan(0.1)
  },
)
