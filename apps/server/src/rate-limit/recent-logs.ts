import { SlidingWindowLog } from './sliding-window-log.ts'

/** Memory of a key with an empty log, measured in V8. */
const ENTRY_BYTES = 420
/** 8 bytes, and a full array grows by half. */
const TIME_BYTES = 12

interface Entry {
  log: SlidingWindowLog
  usedAt: number
  bytes: number
}

/**
 * Stores logs in limited memory, without timers. Removes keys unused for a whole window; above the limit, evicts the
 * least recently used.
 */
export class RecentLogs {
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
      // Keeps the key just used, however large its log.
      if (!isExpired && (this.#bytes <= this.#maxBytes || this.#entries.size === 1)) return
      this.#forget(key)
    }
  }
}
