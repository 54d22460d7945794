import { ApiError, ConnectionError } from '../errors/errors.ts'

/** Statuses with which the service rejects a request before it processes it: an earlier attempt may have succeeded. */
const NOT_PROCESSED = [401, 403, 408, 429]

/** Tracks whether any attempt of a creation may have created the account. */
export class CreationOutcome {
  #isUnknown = false

  /** Whether the account may exist although no response confirms it. */
  get isUnknown(): boolean {
    return this.#isUnknown
  }

  /** Records the failure of a request that may have been sent. */
  readonly failed = (error: unknown): void => {
    if (error instanceof ConnectionError && !error.sent) return
    // Only the service's own envelope settles a creation: a proxy may replace the response of a success.
    const isOwn = error instanceof ApiError && (error.code !== undefined || error.fields !== undefined)
    const status = isOwn ? error.status : 0
    if (NOT_PROCESSED.includes(status)) return
    // 409 reports that another request with this idempotency key is in progress.
    const isSettled = status >= 400 && status < 500 && status !== 409
    this.#isUnknown = !isSettled
  }
}
