import type { InProcessSlidingWindow } from './in-process-sliding-window.ts'
import { type RateLimiter, toDecision } from './rate-limiter.ts'
import type { StoreHealth } from './store-health.ts'

/**
 * Counts in the shared store, or in this process while it is unavailable.
 *
 * The process also counts every request that the store allows, so clients have no second budget here when the store fails
 * or loses data. The process never rejects what an intact store allows, because it counts a subset of the store's requests,
 * and counts each no later than the store.
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
    // Releases the request in the store, without waiting, because the decision is already made.
    if (!own.allowed) void health.attempt(() => shared(key, -cost))
    const isOwnStricter = !own.allowed || own.remaining < decision.remaining
    return isOwnStricter ? own : decision
  }
}
