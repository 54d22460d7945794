import type { Ratelimit } from '@upstash/ratelimit'
import { RecentLogs } from './recent-logs.ts'

/** The type of `limiter` of `Ratelimit`. The library does not export it by name. */
export type Algorithm = ReturnType<typeof Ratelimit.slidingWindow>

/** The result of an algorithm. */
export type WindowState = Pick<
  Awaited<ReturnType<ReturnType<Algorithm>['limit']>>,
  'success' | 'limit' | 'remaining' | 'reset'
>

/**
 * An exact sliding window in the memory of this process, as an algorithm of @upstash/ratelimit. The library's own
 * sliding window estimates from two counters and allows almost twice the limit around a boundary.
 */
export class InProcessSlidingWindow {
  readonly #limit: number
  readonly #windowMs: number
  readonly #monotonicMs: () => number
  readonly #logs: RecentLogs

  /**
   * @param limit requests allowed in any window
   * @param windowMs length of the window in milliseconds
   * @param maxBytes memory that all keys together may use
   * @param monotonicMs a clock that is never set back, in milliseconds
   */
  constructor(limit: number, windowMs: number, maxBytes: number, monotonicMs = () => performance.now()) {
    this.#limit = limit
    this.#windowMs = windowMs
    this.#monotonicMs = monotonicMs
    this.#logs = new RecentLogs(windowMs, maxBytes)
  }

  /** Memory in use, estimated. */
  get bytes(): number {
    return this.#logs.bytes
  }

  /** Returns the current time on this window's clock. */
  now = (): number => this.#monotonicMs()

  /**
   * Counts a request, or releases the slots of `-cost` requests.
   *
   * @param receivedAt the time of the request, if it is known to be earlier than now
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

  readonly algorithm: Algorithm = () => ({
    limit: (_context, key, cost) => Promise.resolve({ ...this.take(key, cost), pending: Promise.resolve() }),
    getRemaining: (_context, key) => {
      const now = this.#monotonicMs()
      return Promise.resolve(
        this.#logs.use(key, now, (log) => this.#state(true, log.size, now, log.at(0) ?? now - this.#windowMs)),
      )
    },
    resetTokens: (_context, key) => {
      this.#logs.forget(key)
      return Promise.resolve()
    },
  })

  #state(success: boolean, taken: number, now: number, frees: number): WindowState {
    // Subtracting first avoids a rounding error: `now + windowMs - now` may exceed the window.
    const reset = Date.now() + Math.ceil(this.#windowMs - (now - frees))
    return { success, limit: this.#limit, remaining: this.#limit - taken, reset }
  }
}
