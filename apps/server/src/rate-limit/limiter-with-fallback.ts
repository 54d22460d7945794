import type { InProcessSlidingWindow } from './in-process-sliding-window.ts'
import { type RateLimiter, toDecision } from './rate-limiter.ts'
import type { StoreHealth } from './store-health.ts'

/**
 * Counts in the shared store, or in this process while it is unavailable.
 *
 * The process counts every allowed request too, so a store that fails or loses data gives no second budget here. It
 * never rejects what an intact store allows: it counted a subset of the same requests, no later.
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
