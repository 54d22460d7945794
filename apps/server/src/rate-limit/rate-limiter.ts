import { Ratelimit } from '@upstash/ratelimit'
import type { Algorithm, WindowState } from './in-process-sliding-window.ts'

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

export interface RateLimiterOptions {
  store: RateLimitDecision['store']
  /** Timeout of the store's response; 0 for a store in process. */
  timeoutMs: number
}

/** The prefix of each key, in a store that other programs may use too. */
const PREFIX = 'partner-accounts:rate-limit'

/**
 * Creates a limiter from an algorithm of @upstash/ratelimit. The limiter throws the algorithm's errors, and a
 * `TimeoutError`.
 */
export function createRateLimiter(algorithm: Algorithm, { store, timeoutMs }: RateLimiterOptions): RateLimiter {
  const ratelimit = new Ratelimit({
    limiter: algorithm,
    // The algorithm has its store. The library would use one only for protection and analytics, which are off.
    redis: undefined as never,
    prefix: PREFIX,
    ephemeralCache: false,
    timeout: timeoutMs,
    enableTelemetry: false,
  })
  return async (key, cost = 1) => {
    const { reason, ...state } = await ratelimit.limit(key, { rate: cost })
    // The library allows a request whose response takes too long.
    if (reason === 'timeout') throw new DOMException('The store did not respond in time', 'TimeoutError')
    return toDecision(state, store)
  }
}

/** Converts the result of an algorithm. */
export function toDecision(
  { success, remaining, reset }: WindowState,
  store: RateLimitDecision['store'],
): RateLimitDecision {
  const resetSeconds = Math.max(1, Math.ceil((reset - Date.now()) / 1000))
  return { allowed: success, remaining: Math.max(0, remaining), resetSeconds, store }
}
