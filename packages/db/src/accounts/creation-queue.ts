import type { IdempotentCreation } from '@partner-accounts/core'
import { KeyedSemaphore } from '../driver/keyed-semaphore.ts'
import { inFlight } from './create.ts'

/** One holds the row lock and one waits for it, so the lock never idles. */
const CONCURRENT_CREATIONS = 2

/**
 * Limits a partner's concurrent creations, which would only wait for each other's locks. Rejects retries of a queued or
 * running creation, so that they take no slots and no connections.
 */
export class CreationQueue {
  readonly #slots: KeyedSemaphore
  /** By lookup. */
  readonly #keys = new Set<string>()

  /** @param timeoutMs for a slot and a connection together */
  constructor(timeoutMs: number) {
    this.#slots = new KeyedSemaphore(CONCURRENT_CREATIONS, timeoutMs)
  }

  /** @throws `idempotent-request-in-flight`, or `storage-unavailable` if no slot becomes free in time */
  async run<T>(
    partnerId: string,
    creation: IdempotentCreation | undefined,
    insert: (startBy: number) => Promise<T>,
  ): Promise<T> {
    const key = creation && Buffer.from(creation.lookups[0]).toString('base64')
    if (key === undefined) return this.#slots.run(partnerId, insert)
    if (this.#keys.has(key)) throw inFlight()
    this.#keys.add(key)
    try {
      return await this.#slots.run(partnerId, insert)
    } finally {
      this.#keys.delete(key)
    }
  }
}
