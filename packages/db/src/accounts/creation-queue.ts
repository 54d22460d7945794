import { DomainError, type IdempotentCreation } from '@partner-accounts/core'
import { KeyedSemaphore } from '../driver/keyed-semaphore.ts'

/** Creations take milliseconds, so a retry after this time finds the first one finished. */
const RETRY_AFTER_SECONDS = 1

/** Maximum per partner. One creation holds the lock of the partner's row and one waits for it, so the lock never idles. */
const CONCURRENT_CREATIONS = 2

/**
 * Limits a partner's concurrent creations, which would only wait for each other's locks. Rejects retries of queued or
 * running creations: they take no slots and no connections.
 */
export class CreationQueue {
  readonly #timeoutMs: number
  readonly #slots: KeyedSemaphore
  readonly #keys = new Set<string>()

  /** @param timeoutMs for slot and connection together */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
    this.#slots = new KeyedSemaphore(CONCURRENT_CREATIONS, timeoutMs)
  }

  /**
   * Takes a slot. Returns the deadline for a connection as a time of `performance.now`, and `leave`, which releases the
   * slot.
   * @throws `idempotent-request-in-flight`, or `storage-unavailable` if no slot becomes free in time
   */
  async enter(partnerId: string, creation: IdempotentCreation | undefined) {
    const startBy = performance.now() + this.#timeoutMs
    const key = creation && Buffer.from(creation.lookups[0]).toString('base64')
    if (key === undefined) return { startBy, leave: await this.#slots.acquire(partnerId) }
    if (this.#keys.has(key)) throw inFlight()
    this.#keys.add(key)
    try {
      const release = await this.#slots.acquire(partnerId)
      const leave = () => {
        this.#keys.delete(key)
        release()
      }
      return { startBy, leave }
    } catch (error) {
      this.#keys.delete(key)
      throw error
    }
  }
}

/** The error of a retry whose first creation has not finished. */
export const inFlight = () =>
  new DomainError('idempotent-request-in-flight', { retryAfterSeconds: RETRY_AFTER_SECONDS })
