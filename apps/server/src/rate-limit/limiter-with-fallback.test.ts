import { pino } from 'pino'
import { expect, it } from 'vitest'
import { InProcessSlidingWindow } from './in-process-sliding-window.ts'
import { limiterWithFallback } from './limiter-with-fallback.ts'
import type { RateLimitDecision } from './rate-limiter.ts'
import { createStoreHealth } from './store-health.ts'

const decisionOf = (changes: Partial<RateLimitDecision>): RateLimitDecision => ({
  allowed: true,
  limit: 2,
  remaining: 1,
  resetSeconds: 60,
  store: 'shared',
  ...changes,
})

/** A limiter whose store makes this decision, and the keys and costs that the store counted. */
function limiterOn(decision: () => Promise<RateLimitDecision>) {
  const counted: [string, number | undefined][] = []
  const shared = (key: string, cost?: number) => {
    counted.push([key, cost])
    return decision()
  }
  const health = createStoreHealth({ probe: decision, logger: pino({ level: 'silent' }), onChange: () => {} })
  const window = new InProcessSlidingWindow(2, 60_000, 100_000)
  return { count: limiterWithFallback(shared, window, health), counted, window }
}

it.each([
  ['the shared store, if both have the same number left', 9, { store: 'shared', remaining: 9 }],
  ['the shared store, if it has fewer left', 4, { store: 'shared', remaining: 4 }],
  ['this process, if the store has lost requests', 10, { store: 'process', remaining: 9 }],
])('limiterWithFallback returns the decision of %s', async (_which, remaining, expected) => {
  const decision: RateLimitDecision = { allowed: true, limit: 10, remaining, resetSeconds: 60, store: 'shared' }
  const shared = () => Promise.resolve(decision)
  const logger = pino({ level: 'silent' })
  const health = createStoreHealth({ probe: shared, logger, onChange: () => {} })
  const window = new InProcessSlidingWindow(10, 60_000, 100_000)
  expect(await limiterWithFallback(shared, window, health)('key')).toMatchObject(expected)
})

it('limiterWithFallback counts in this process while the store is unavailable, with the limit of the call', async () => {
  const { count, counted } = limiterOn(() => Promise.reject(new Error('unavailable')))
  expect(await count('key', 2, 3)).toMatchObject({ store: 'process', allowed: true, limit: 3, remaining: 1 })
  expect(await count('key', 2, 3)).toMatchObject({ store: 'process', allowed: false, remaining: 1 })
  expect(await count('key')).toMatchObject({ store: 'process', allowed: false, limit: 2, remaining: 0 })
  expect(counted).toEqual([['key', 2]])
})

it('limiterWithFallback does not count in this process what the store rejects', async () => {
  const rejected = decisionOf({ allowed: false, remaining: 0 })
  const { count, window } = limiterOn(() => Promise.resolve(rejected))
  expect(await count('key')).toBe(rejected)
  expect(window.bytes).toBe(0)
})

it('limiterWithFallback rejects what exceeds the counts of this process, and releases it in the store', async () => {
  // A store that has lost all requests.
  const { count, counted } = limiterOn(() => Promise.resolve(decisionOf({})))
  expect(await count('key', 2)).toMatchObject({ allowed: true, store: 'process', remaining: 0 })
  expect(await count('key')).toMatchObject({ allowed: false, store: 'process', remaining: 0 })
  expect(counted).toEqual([
    ['key', 2],
    ['key', 1],
    ['key', -1],
  ])
})

it('limiterWithFallback counts a request when it was received, not when the store responded', async () => {
  let now = 0
  const shared = () => {
    now += 900
    return Promise.resolve(decisionOf({}))
  }
  const health = createStoreHealth({ probe: shared, logger: pino({ level: 'silent' }), onChange: () => {} })
  const window = new InProcessSlidingWindow(1, 1_000, 100_000, () => now)
  const count = limiterWithFallback(shared, window, health)
  expect((await count('key')).allowed).toBe(true)
  // 900 ms after the first request, and decided 1,800 ms after it.
  expect((await count('key')).allowed).toBe(true)
})
