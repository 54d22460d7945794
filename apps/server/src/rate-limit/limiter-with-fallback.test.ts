import { pino } from 'pino'
import { expect, it } from 'vitest'
import { InProcessSlidingWindow } from './in-process-sliding-window.ts'
import { limiterWithFallback } from './limiter-with-fallback.ts'
import type { RateLimitDecision } from './rate-limiter.ts'
import { createStoreHealth } from './store-health.ts'

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
