import type { InProcessSlidingWindow } from './in-process-sliding-window.ts'
import { type RateLimiter, toDecision } from './rate-limiter.ts'
import type { StoreHealth } from './store-health.ts'

/**
 * Counts in the shared store, and only in this process while the store is unavailable.
 *
 * Every allowed request is counted in the process too, and must fit its limit as well. So a store that fails, comes back
 * empty or loses data gives nobody a second budget with this process. As long as the store keeps its data, the process
 * never rejects what the store allows: it knows a part of the same requests, with times that are no later.
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
    // Not awaited: the decision is made.
    if (!own.allowed) void health.attempt(() => shared(key, -cost))
    return own.remaining < decision.remaining || !own.allowed ? own : decision
  }
}
