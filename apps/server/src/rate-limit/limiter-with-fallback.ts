import type { InProcessSlidingWindow } from './in-process-sliding-window.ts'
import { type RateLimiter, toDecision } from './rate-limiter.ts'
import type { StoreHealth } from './store-health.ts'

/**
 * Counts in the shared store, or in this process while it is unavailable.
 *
 * The process also counts every request that the store allows, so clients have no second budget here when the store fails
 * or loses data. It never rejects what an intact store allows, because it counts only some of the same requests, and none
 * at a later time.
 */
export function limiterWithFallback(
  shared: RateLimiter,
  window: InProcessSlidingWindow,
  health: StoreHealth,
): RateLimiter {
  return async (key, cost = 1, limit) => {
    const receivedAt = window.now()
    const decision = await health.attempt(() => shared(key, cost, limit))
    if (!decision) return toDecision(window.take(key, cost, limit), 'process')
    if (!decision.allowed) return decision

    const own = toDecision(window.take(key, cost, limit, receivedAt), 'process')
    // Not awaited: the decision is made.
    if (!own.allowed) void health.attempt(() => shared(key, -cost))
    return own.remaining < decision.remaining || !own.allowed ? own : decision
  }
}
