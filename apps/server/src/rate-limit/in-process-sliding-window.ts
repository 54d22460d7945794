import type { WindowState } from './rate-limiter.ts'

/** Counts exactly. The sliding window of @upstash/ratelimit is an estimate, and allows almost twice the limit around a boundary. */
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
   * Counts `cost` requests. A negative cost removes that many requests, the latest first.
   *
   * @param limit may differ per call
   * @param receivedAt when the request was received, by the monotonic clock; now if omitted
   */
  take(key: string, cost = 1, limit = this.#limit, receivedAt?: number): WindowState {
    const now = this.#monotonicMs()
    return this.#logs.use(key, now, (log) => {
      const success = cost < 0 || log.size + cost <= limit
      if (cost < 0) log.removeLatest(-cost)
      else if (success) log.add(receivedAt ?? now, cost)

      // `reset` is when the next slot becomes free; after a rejection, when enough slots for `cost` are free.
      const slotsToFree = success ? 1 : log.size + cost - limit
      const countedAt = log.at(slotsToFree - 1) ?? now
      return this.#state(success, limit, log.size, now, countedAt)
    })
  }

  /** @param countedAt the wait ends when a request counted at this time leaves the window */
  #state(success: boolean, limit: number, taken: number, now: number, countedAt: number): WindowState {
    // Subtracts the two times first: the result of `countedAt + windowMs - now` may be rounded up to more than a window.
    const reset = Date.now() + Math.ceil(this.#windowMs - (now - countedAt))
    return { success, limit, remaining: limit - taken, reset }
  }
}

/** Memory of a key with an empty log, measured in V8. */
const ENTRY_BYTES = 420
/** 8 bytes per time, and half of that for the unused end of the array, which grows by half when it is full. */
const TIME_BYTES = 12

interface Entry {
  log: SlidingWindowLog
  usedAt: number
  bytes: number
}

/**
 * Limits the memory of logs, without timers. Removes keys unused for a window; above the limit, evicts the least
 * recently used.
 */
class RecentLogs {
  readonly #windowMs: number
  readonly #maxBytes: number
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  constructor(windowMs: number, maxBytes: number) {
    this.#windowMs = windowMs
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  use<T>(key: string, now: number, work: (log: SlidingWindowLog) => T): T {
    const log = this.#entries.get(key)?.log ?? new SlidingWindowLog()
    log.expire(now - this.#windowMs)
    const result = work(log)
    this.#forget(key)
    if (log.size > 0) this.#keep(key, log, now)
    this.#evict(now)
    return result
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }

  #keep(key: string, log: SlidingWindowLog, usedAt: number): void {
    const bytes = ENTRY_BYTES + key.length + TIME_BYTES * log.length
    this.#entries.set(key, { log, usedAt, bytes })
    this.#bytes += bytes
  }

  #evict(now: number): void {
    for (const [key, { usedAt }] of this.#entries) {
      const isExpired = now - usedAt >= this.#windowMs
      // Keeps the key just used, whatever its size.
      if (!isExpired && (this.#bytes <= this.#maxBytes || this.#entries.size === 1)) return
      this.#forget(key)
    }
  }
}

class SlidingWindowLog {
  #times: number[] = []
  #expired = 0

  /** Includes expired times. */
  get length(): number {
    return this.#times.length
  }

  get size(): number {
    return this.#times.length - this.#expired
  }

  /** Expires all times up to and including `time`. */
  expire(time: number): void {
    while (this.#expired < this.#times.length && this.#times[this.#expired]! <= time) this.#expired++
    // Removes expired times in batches, because one copy per expired time would take quadratic time.
    if (this.#expired * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#expired)
      this.#expired = 0
    }
  }

  at(index: number): number | undefined {
    return this.#times[this.#expired + index]
  }

  /** Inserts `count` copies of a timestamp in sorted position, usually at the end. */
  add(time: number, count: number): void {
    let place = this.#times.length
    while (place > this.#expired && this.#times[place - 1]! > time) place--
    if (place < this.#times.length) {
      this.#times.splice(place, 0, ...Array<number>(count).fill(time))
      return
    }
    for (let added = 0; added < count; added++) this.#times.push(time)
  }

  removeLatest(count: number): void {
    this.#times.length = Math.max(this.#expired, this.#times.length - count)
  }
}
