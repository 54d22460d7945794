import { ApiError, ConnectionError } from '../errors/errors.ts'

/** Answers by which a request was turned away before anything was done. */
const NOT_ACTED = [401, 403, 408, 429]

/** Keeps book of what the tries of one creation leave open. */
export class CreationOutcome {
  #unknown = false

  /** Whether the account may be there although no answer said so. */
  get isUnknown(): boolean {
    return this.#unknown
  }

  /** A request went out, and this came of it. */
  readonly failed = (error: unknown): void => {
    if (error instanceof ConnectionError && !error.sent) return
    const status = error instanceof ApiError ? error.status : 0
    if (NOT_ACTED.includes(status)) return
    // Any other refusal is the word on this idempotency key; 409 says that another request still works on it.
    const isRefusal = status >= 300 && status < 500 && status !== 409
    this.#unknown = !isRefusal
  }
}
