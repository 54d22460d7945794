import { DomainError } from '@partner-accounts/core'

/**
 * How long all work for a request may take: rights, use case and database together. With what surrounds it, a client
 * waits for 5 s at most. The timeouts of the database apply to single waits, of which a request may have several.
 */
const WORK_TIMEOUT_MS = 4_500

/** The time that is left for the work of one request. Reading its body does not count. */
export class WorkBudget {
  #remainingMs = WORK_TIMEOUT_MS

  /**
   * Waits for a piece of the work that ends by its own timeouts, and counts the time it takes.
   *
   * @throws what the work throws
   */
  async measure<T>(work: Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const result = await work
    this.#remainingMs -= performance.now() - startedAt
    return result
  }

  /**
   * Waits for the rest of the work. What is late ends by its own timeouts: its result is dropped.
   *
   * @throws DomainError `storage-unavailable` once the time is used up
   */
  spend<T>(work: Promise<T>): Promise<T> {
    // Not Promise.race: together with its timer, a race costs every request a tenth of its CPU time.
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new DomainError('storage-unavailable', { cause: new Error('the work took too long') }))
      }, this.#remainingMs)
      work.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }
}
