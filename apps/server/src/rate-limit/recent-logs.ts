import { SlidingWindowLog } from './sliding-window-log.ts'

/** What V8 uses for a key with an empty log, measured: the map's slot, the entry, the log and its array. */
const ENTRY_BYTES = 420
/** A time takes 8 bytes, and an array grows by half of its length. */
const TIME_BYTES = 12

interface Entry {
  log: SlidingWindowLog
  usedAt: number
  bytes: number
}

/**
 * The logs of recently used keys, in bounded memory and without timers. A key that was not used for a whole window has
 * nothing left to count and goes. Beyond the bound, the key that was not used for longest goes early.
 */
export class RecentLogs {
  readonly #windowMs: number
  readonly #maxBytes: number
  /** The least recently used key first. */
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  constructor(windowMs: number, maxBytes: number) {
    this.#windowMs = windowMs
    this.#maxBytes = maxBytes
  }

  /** Memory in use, estimated. */
  get bytes(): number {
    return this.#bytes
  }

  /** Reads or changes the log of a key, without what has left the window. */
  use<T>(key: string, now: number, work: (log: SlidingWindowLog) => T): T {
    const log = this.#entries.get(key)?.log ?? new SlidingWindowLog()
    log.expire(now - this.#windowMs)
    const result = work(log)
    this.forget(key)
    if (log.size > 0) this.#keep(key, log, now)
    this.#evict(now)
    return result
  }

  forget(key: string): void {
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
      // The key just used stays, however large its log.
      if (!isExpired && (this.#bytes <= this.#maxBytes || this.#entries.size === 1)) return
      this.forget(key)
    }
  }
}
