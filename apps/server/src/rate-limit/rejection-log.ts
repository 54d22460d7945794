import type { RejectedRequests, RejectionStore } from '@partner-accounts/core'
import type { Logger } from 'pino'
import { BatchTimer } from '../batches/batch-timer.ts'
import { errorCode } from '../logging/error-code.ts'

const MINUTE_MS = 60_000
const WRITE_INTERVAL_MS = 5_000
/** Partners and minutes that wait for an unavailable database, a few megabytes. Later ones are not counted. */
const MAX_WAITING = 50_000

export interface RejectionLogOptions {
  store: RejectionStore
  logger: Logger
  writeIntervalMs?: number
}

/**
 * Counts the rejected requests of each partner by minute, in memory, and adds the counts to the database every few
 * seconds. A request waits for nothing. Without rejections, the database is not called.
 *
 * A write whose outcome is unknown is repeated, so the numbers may be slightly too high after a failure. Those of the
 * last seconds are lost when the process is killed.
 */
export class RejectionLog {
  readonly #options: RejectionLogOptions
  readonly #timer: BatchTimer
  readonly #counts = new Map<string, RejectedRequests>()

  constructor(options: RejectionLogOptions) {
    this.#options = options
    this.#timer = new BatchTimer(() => this.#write(), options.writeIntervalMs ?? WRITE_INTERVAL_MS)
  }

  /** Counts a rejected request. */
  count(partnerId: string): void {
    const now = Date.now()
    this.#add({ partnerId, minute: new Date(now - (now % MINUTE_MS)), requests: 1 })
    this.#timer.start()
  }

  /** Writes what was counted. */
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
