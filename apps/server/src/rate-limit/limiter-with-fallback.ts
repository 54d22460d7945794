import type { InProcessSlidingWindow } from './in-process-sliding-window.ts'
import { type RateLimiter, toDecision } from './rate-limiter.ts'
import type { StoreHealth } from './store-health.ts'

/**
 * Counts with all instances; while their store is away, in this process alone.
 *
 * Whatever is let through is written down in the process too, and is never more than the limit there either. So a
 * store that goes away, comes back empty or loses what it had gives nobody a fresh budget with this process. As long
 * as it keeps what it has, the process never refuses by its own count what the store lets through: it knows a part of
 * what the store knows, each request by the moment at which it came, which is no later than the store's.
 */
export function limiterWithFallback(
  shared: RateLimiter,
  window: InProcessSlidingWindow,
  health: StoreHealth,
): RateLimiter {
  return async (key, cost = 1) => {
    const cameAt = window.now()
    const decision = await health.attempt(() => shared(key, cost))
    if (!decision) return toDecision(window.take(key, cost), 'process')
    if (!decision.allowed) return decision

    const own = toDecision(window.take(key, cost, cameAt), 'process')
    // Nobody waits for this: it has been decided.
    if (!own.allowed) void health.attempt(() => shared(key, -cost))
    return own.remaining < decision.remaining || !own.allowed ? own : decision
  }
}
