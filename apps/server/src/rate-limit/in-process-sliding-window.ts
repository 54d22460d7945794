import type { WindowState } from './rate-limiter.ts'
import { RecentLogs } from './recent-logs.ts'

/**
 * An exact sliding window in memory. @upstash/ratelimit's estimates, and allows almost twice the limit around a
 * boundary.
 */
export class InProcessSlidingWindow {
  readonly #limit: number
  readonly #windowMs: number
  readonly #monotonicMs: () => number
  readonly #logs: RecentLogs

  /**
   * @param maxBytes of all keys together
   * @param monotonicMs a clock that is never set back
   */
  constructor(limit: number, windowMs: number, maxBytes: number, monotonicMs = () => performance.now()) {
    this.#limit = limit
    this.#windowMs = windowMs
    this.#monotonicMs = monotonicMs
    this.#logs = new RecentLogs(windowMs, maxBytes)
  }

  get bytes(): number {
    return this.#logs.bytes
  }

  now = (): number => this.#monotonicMs()

  /**
   * Counts a request, or releases the slots of `-cost` requests.
   *
   * @param receivedAt if earlier than now
   */
  take(key: string, cost = 1, receivedAt?: number): WindowState {
    const now = this.#monotonicMs()
    return this.#logs.use(key, now, (log) => {
      const success = log.size + cost <= this.#limit
      if (cost < 0) log.removeLatest(-cost)
      else if (success) log.add(receivedAt ?? now, cost)

      // Allowed: when the next slot becomes free. Rejected: when enough have.
      const freesEnough = success ? 0 : log.size + cost - this.#limit - 1
      return this.#state(success, log.size, now, log.at(freesEnough) ?? now)
    })
  }

  #state(success: boolean, taken: number, now: number, frees: number): WindowState {
    // Subtracting first avoids a rounding error: `now + windowMs - now` may exceed the window.
    const reset = Date.now() + Math.ceil(this.#windowMs - (now - frees))
    return { success, limit: this.#limit, remaining: this.#limit - taken, reset }
  }
}
