import type { RejectedRequests, RejectionStore } from '@partner-accounts/core'
import type { Logger } from 'pino'
import { BatchTimer } from '../batches/batch-timer.ts'
import { errorCode } from '../logging/error-code.ts'

const MINUTE_MS = 60_000
const WRITE_INTERVAL_MS = 5_000
/** Partners times minutes while the database is unavailable: a few megabytes. */
const MAX_WAITING = 50_000

export interface RejectionLogOptions {
  store: RejectionStore
  logger: Logger
  writeIntervalMs?: number
}

/**
 * Adds rejected requests per partner and minute to the database every few seconds.
 *
 * Repeats writes with an unknown outcome, so numbers may be slightly too high. A killed process loses the last seconds.
 */
export class RejectionLog {
  readonly #options: RejectionLogOptions
  readonly #timer: BatchTimer
  readonly #counts = new Map<string, RejectedRequests>()

  constructor(options: RejectionLogOptions) {
    this.#options = options
    this.#timer = new BatchTimer(() => this.#write(), options.writeIntervalMs ?? WRITE_INTERVAL_MS)
  }

  count(partnerId: string): void {
    const now = Date.now()
    this.#add({ partnerId, minute: new Date(now - (now % MINUTE_MS)), requests: 1 })
    this.#timer.start()
  }

  close(): Promise<void> {
    return this.#timer.close()
  }

  #add({ partnerId, minute, requests }: RejectedRequests): void {
    const key = `${partnerId} ${minute.getTime()}`
    const counted = this.#counts.get(key)
    if (!counted && this.#counts.size >= MAX_WAITING) return
    this.#counts.set(key, { partnerId, minute, requests: requests + (counted?.requests ?? 0) })
  }

  async #write(): Promise<void> {
    const rejected = [...this.#counts.values()]
    if (rejected.length === 0) return
    this.#counts.clear()
    try {
      await this.#options.store.add(rejected)
    } catch (error) {
      this.#options.logger.warn({ reason: errorCode(error) }, 'rejected requests not recorded, trying again')
      for (const one of rejected) this.#add(one)
      this.#timer.start()
    }
  }
}
