import { SlidingWindowLog } from './sliding-window-log.ts'

/** Keys of one generation: reaching it ages the others early, which can only forget, never refuse wrongly. */
const MOST_KEYS = 100_000

/**
 * Two generations of logs. A key not seen for a whole window has nothing left to count, and goes with its
 * generation: no timers, and memory bounded.
 */
export class RecentLogs {
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
