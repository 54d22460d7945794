import type { Ratelimit } from '@upstash/ratelimit'
import { SlidingWindowLog } from './sliding-window-log.ts'

/** What `Ratelimit` takes as `limiter`; the library does not export the type by name. */
export type Algorithm = ReturnType<typeof Ratelimit.slidingWindow>

/** Keys of one generation: reaching it ages the others early, which can only forget, never refuse wrongly. */
const MOST_KEYS = 100_000

/**
 * An exact sliding window in the memory of this process, as an algorithm of @upstash/ratelimit. The library's own
 * sliding window estimates from two counters, and lets almost twice the limit through around a boundary.
 *
 * @param limit requests let through in any window
 * @param windowMs length of the window in milliseconds
 * @param monotonicMs a clock that is never set back, in milliseconds
 */
export function inProcessSlidingWindow(
  limit: number,
  windowMs: number,
  monotonicMs: () => number = () => performance.now(),
): Algorithm {
  const logs = new RecentLogs(windowMs)
  const settled = Promise.resolve()

  return () => ({
    limit(_context, key, cost = 1) {
      const now = monotonicMs()
      const log = logs.of(key, now)
      log.expire(now - windowMs)
      const success = log.size + cost <= limit
      if (cost < 0) log.removeLatest(-cost)
      else if (success) log.add(now, cost)

      // Let through: when the next place comes free. Refused: when enough have.
      const freesEnough = success ? 0 : log.size + cost - limit - 1
      // In this order: `now + windowMs - now` may be a hair more than a window.
      const reset = Date.now() + Math.ceil(windowMs - (now - (log.at(freesEnough) ?? now)))
      return Promise.resolve({ success, limit, remaining: limit - log.size, reset, pending: settled })
    },
    getRemaining(_context, key) {
      const now = monotonicMs()
      const log = logs.of(key, now)
      log.expire(now - windowMs)
      const reset = Date.now() + Math.ceil(windowMs - (now - (log.at(0) ?? now - windowMs)))
      return Promise.resolve({ remaining: limit - log.size, reset, limit })
    },
    resetTokens(_context, key) {
      logs.forget(key)
      return settled
    },
  })
}

/**
 * Two generations of logs. A key not seen for a whole window has nothing left to count, and goes with its
 * generation: no timers, and memory bounded.
 */
class RecentLogs {
  readonly #windowMs: number
  #young = new Map<string, SlidingWindowLog>()
  #old = new Map<string, SlidingWindowLog>()
  #turnedAt = -Infinity

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  of(key: string, now: number): SlidingWindowLog {
    if (now - this.#turnedAt >= this.#windowMs || this.#young.size >= MOST_KEYS) {
      this.#old = this.#young
      this.#young = new Map()
      this.#turnedAt = now
    }
    const log = this.#young.get(key) ?? this.#old.get(key) ?? new SlidingWindowLog()
    this.#young.set(key, log)
    return log
  }

  forget(key: string): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }
}
