import { Ratelimit } from '@upstash/ratelimit'
import type { Algorithm, WindowState } from './in-process-sliding-window.ts'

/** Whether a request is let through, and what is left. */
export interface RateLimitDecision {
  allowed: boolean
  remaining: number
  /** Whole seconds, at least 1, until the next place comes free or, for a refused request, until enough have. */
  resetSeconds: number
  /** Where it was counted: with all instances, or by this process alone. */
  store: 'shared' | 'process'
}

/** Counts requests of a key. `cost` is how many a batch holds; a negative one gives back the latest. */
export type RateLimiter = (key: string, cost?: number) => Promise<RateLimitDecision>

export interface RateLimiterOptions {
  store: RateLimitDecision['store']
  /** How long an answer may take; 0 where it cannot take any time. */
  timeoutMs: number
}

/** Before each key of a store that the service may share with others. */
const PREFIX = 'partner-accounts:rate-limit'

/**
 * @param algorithm decides; this only turns its answer into what the HTTP edge needs
 * @returns throws whatever the algorithm throws, and `TimeoutError`
 */
export function createRateLimiter(algorithm: Algorithm, { store, timeoutMs }: RateLimiterOptions): RateLimiter {
  const ratelimit = new Ratelimit({
    limiter: algorithm,
    // The algorithm knows its store. The library's own uses of it, protection and analytics, are off.
    redis: undefined as never,
    prefix: PREFIX,
    ephemeralCache: false,
    timeout: timeoutMs,
    enableTelemetry: false,
  })
  return async (key, cost = 1) => {
    const { reason, ...state } = await ratelimit.limit(key, { rate: cost })
    // The library lets through what it has waited for too long.
    if (reason === 'timeout') throw new DOMException('The store did not answer in time', 'TimeoutError')
    return toDecision(state, store)
  }
}

export function toDecision(
  { success, remaining, reset }: WindowState,
  store: RateLimitDecision['store'],
): RateLimitDecision {
  const resetSeconds = Math.max(1, Math.ceil((reset - Date.now()) / 1000))
  return { allowed: success, remaining: Math.max(0, remaining), resetSeconds, store }
}
