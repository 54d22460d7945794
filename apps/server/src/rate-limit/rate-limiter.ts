import { Ratelimit } from '@upstash/ratelimit'
import type { Algorithm } from './in-process-sliding-window.ts'

/** Whether a request is let through, and what is left. */
export interface RateLimitDecision {
  allowed: boolean
  remaining: number
  /** Whole seconds, at least 1, until the next place comes free or, for a refused request, until enough have. */
  resetSeconds: number
}

/** Counts requests of a key. `cost` is how many a batch holds; a negative one gives back the latest. */
export type RateLimiter = (key: string, cost?: number) => Promise<RateLimitDecision>

/** @param algorithm decides; this only turns its answer into what the HTTP edge needs */
export function createRateLimiter(algorithm: Algorithm): RateLimiter {
  const ratelimit = new Ratelimit({
    limiter: algorithm,
    // The algorithm counts in this process: there is no store to reach, to wait for, to cache or to report to.
    redis: undefined as never,
    ephemeralCache: false,
    timeout: 0,
    enableTelemetry: false,
  })
  return async (key, cost = 1) => {
    const { success, remaining, reset } = await ratelimit.limit(key, { rate: cost })
    const resetSeconds = Math.max(1, Math.ceil((reset - Date.now()) / 1000))
    return { allowed: success, remaining: Math.max(0, remaining), resetSeconds }
  }
}
