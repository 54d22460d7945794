import { Ratelimit } from '@upstash/ratelimit'
import type { Redis } from '@upstash/redis'

/** The type of `limiter` of `Ratelimit`. The library does not export it by name. */
export type Algorithm = ReturnType<typeof Ratelimit.slidingWindow>

/** The result of a sliding window. */
export type WindowState = Pick<
  Awaited<ReturnType<ReturnType<Algorithm>['limit']>>,
  'success' | 'limit' | 'remaining' | 'reset'
>

/** Whether a request is allowed, and the remaining budget. */
export interface RateLimitDecision {
  allowed: boolean
  remaining: number
  /** Whole seconds, at least 1, until the next slot becomes free or, for a rejected request, until enough have. */
  resetSeconds: number
  /** Where it was counted: with all instances, or in this process only. */
  store: 'shared' | 'process'
}

/** Counts requests of a key. `cost` is the size of a batch; a negative cost removes the latest requests, 0 only reads. */
export type RateLimiter = (key: string, cost?: number) => Promise<RateLimitDecision>

/** The prefix of each key, in a store that other programs may use too. */
const PREFIX = 'partner-accounts:rate-limit'

/**
 * Creates a limiter that counts in the shared store, from an algorithm of @upstash/ratelimit. The limiter throws the
 * algorithm's errors, and a `TimeoutError`.
 */
export function createSharedLimiter(redis: Redis, algorithm: Algorithm, timeoutMs: number): RateLimiter {
  const ratelimit = new Ratelimit({
    redis,
    limiter: algorithm,
    prefix: PREFIX,
    ephemeralCache: false,
    timeout: timeoutMs,
    enableTelemetry: false,
  })
  return async (key, cost = 1) => {
    const { reason, ...state } = await ratelimit.limit(key, { rate: cost })
    // The library allows a request whose response takes too long.
    if (reason === 'timeout') throw new DOMException('The store did not respond in time', 'TimeoutError')
    return toDecision(state, 'shared')
  }
}

/** Converts the result of a sliding window. */
export function toDecision(
  { success, remaining, reset }: WindowState,
  store: RateLimitDecision['store'],
): RateLimitDecision {
  const resetSeconds = Math.max(1, Math.ceil((reset - Date.now()) / 1000))
  return { allowed: success, remaining: Math.max(0, remaining), resetSeconds, store }
}
