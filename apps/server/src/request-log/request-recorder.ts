import { createIdGenerator, type LoggedRequest, type RequestLogStore } from '@partner-accounts/core'
import type { FastifyBaseLogger } from 'fastify'
import { BatchTimer } from '../batches/batch-timer.ts'
import { errorCode } from '../logging/error-code.ts'

const FLUSH_INTERVAL_MS = 1_000
/** Per interval: rejected requests must not fill the database. */
export const MAX_OF_PARTNER = 100
export const MAX_OF_ALL = 500
/** On average. */
export const REQUESTS_PER_TRIM = 100

export interface RequestRecorderOptions {
  store: RequestLogStore
  logger: FastifyBaseLogger
  onDropped: (count: number) => void
}

/**
 * Collects requests for partners' developers, and stores them once per second in one statement. Drops those beyond the
 * limits, and those that cannot be stored.
 */
export class RequestRecorder {
  readonly #options: RequestRecorderOptions
  readonly #newId = createIdGenerator()
  #pending: LoggedRequest[] = []
  #countOf = new Map<string, number>()
  readonly #timer = new BatchTimer(() => this.#write(), FLUSH_INTERVAL_MS)

  constructor(options: RequestRecorderOptions) {
    this.#options = options
  }

  record(request: Omit<LoggedRequest, 'id'>): void {
    const count = this.#countOf.get(request.partnerId) ?? 0
    if (count >= MAX_OF_PARTNER || this.#pending.length >= MAX_OF_ALL) return this.#options.onDropped(1)
    this.#countOf.set(request.partnerId, count + 1)
    this.#pending.push({ id: this.#newId(), ...request })
    this.#timer.start()
  }

  close(): Promise<void> {
    return this.#timer.close()
  }

  async #write(): Promise<void> {
    const { store, logger, onDropped } = this.#options
    const [requests, partners] = [this.#pending, this.#countOf]
    this.#pending = []
    this.#countOf = new Map()
    if (requests.length === 0) return
    try {
      await store.add(requests)
      for (const [partnerId, count] of partners) {
        if (Math.random() < count / REQUESTS_PER_TRIM) await store.trim(partnerId)
      }
    } catch (error) {
      onDropped(requests.length)
      logger.warn({ cause: errorCode(error), requests: requests.length }, 'requests not recorded')
    }
  }
}
