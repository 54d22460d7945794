import { TimeoutError } from '../errors/errors.ts'
import { now } from './event-loop.ts'
import { follow } from './signals.ts'
import { DEFAULT_TIMEOUT_MS, MIN_CHECK_INTERVAL_MS } from '../constants.ts'

/** Returns milliseconds. A clock may stand still, but never goes back. */
export type Clock = () => number

/** The lifetime of a call, of a sign-in or of a wait: ended by `close`, or aborted by its timeout or a signal. */
export class CallScope {
  isAborted = false
  /** Why the scope was aborted. */
  reason: unknown
  /** Id of the latest request, for the timeout's error. */
  requestId: string | undefined
  /** Whether the caller has set the timeout. */
  readonly #hasOwnTimeout: boolean
  readonly #timeoutMs: number
  readonly #startedAt = now()
  readonly #aborted: Promise<never>
  readonly #unfollows: (() => void)[]
  #reject!: (reason: unknown) => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #excludedMs = 0
  #excluded: { clock: Clock; from: number } | undefined

  /** @param timeoutMs `undefined` for the default, which excludes time spent waiting for the rate limit */
  constructor(timeoutMs: number | undefined, signals: readonly (AbortSignal | null | undefined)[] = []) {
    this.#hasOwnTimeout = timeoutMs !== undefined
    this.#timeoutMs = timeoutMs ?? DEFAULT_TIMEOUT_MS
    this.#aborted = new Promise<never>((_resolve, reject) => {
      this.#reject = reject
    })
    this.#aborted.catch(() => {})
    this.#unfollows = signals.filter((signal) => !!signal).map((signal) => follow(signal, this.abort))
    this.#checkTimeout()
  }

  readonly abort = (reason: unknown): void => {
    if (this.isAborted) return
    this.isAborted = true
    this.reason = reason
    this.#reject(reason)
  }

  throwIfAborted(): void {
    if (this.isAborted) throw this.reason
  }

  /** Settles like `work`, or rejects with the reason if the scope is aborted by then. */
  orAborted<T>(work: T): Promise<Awaited<T>> {
    return Promise.race([this.#aborted, work])
  }

  /** Returns a signal that is aborted with the scope. Created only for requests, because thousands of calls may wait. */
  newSignal(): AbortSignal {
    const controller = new AbortController()
    this.#aborted.catch((reason) => controller.abort(reason))
    return controller.signal
  }

  /** @throws the reason if the scope is aborted first */
  async sleep(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout>
    const slept = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms)
    })
    await this.orAborted(slept).finally(() => clearTimeout(timer))
  }

  /**
   * Settles like `work`. The default timeout excludes the time that `clock` measures meanwhile. A timeout that the caller
   * has set excludes nothing. `work` must not use `excluding` of the same scope.
   */
  async excluding<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
    if (this.#hasOwnTimeout) return work()
    this.#excluded = { clock, from: clock() }
    try {
      return await work()
    } finally {
      this.#excludedMs = this.#allExcludedMs()
      this.#excluded = undefined
    }
  }

  remainingMs(): number {
    return this.#timeoutMs - (now() - this.#startedAt - this.#allExcludedMs())
  }

  /** A wait for the rate limit may exceed the default timeout, but not a timeout that the caller has set. */
  canWait(ms: number, isRateLimited: boolean): boolean {
    return ms < this.remainingMs() || (isRateLimited && !this.#hasOwnTimeout)
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const unfollow of this.#unfollows) unfollow()
  }

  #allExcludedMs(): number {
    if (!this.#excluded) return this.#excludedMs
    return this.#excludedMs + this.#excluded.clock() - this.#excluded.from
  }

  /** Checks again if time was excluded meanwhile. Timers may also fire a fraction of a millisecond early. */
  readonly #checkTimeout = (): void => {
    const leftMs = this.remainingMs()
    if (leftMs < 1) {
      this.abort(new TimeoutError(`Timed out after ${this.#timeoutMs} ms.`, { requestId: this.requestId }))
    } else if (leftMs < Infinity) {
      const delayMs = this.#hasOwnTimeout ? leftMs : Math.max(leftMs, MIN_CHECK_INTERVAL_MS)
      this.#timer = setTimeout(this.#checkTimeout, delayMs)
    }
  }
}

/** Rejects with a TimeoutError if `work` takes longer. */
export async function withTimeout<T>(timeoutMs: number, work: (scope: CallScope) => T): Promise<Awaited<T>> {
  const scope = new CallScope(timeoutMs)
  try {
    return await scope.orAborted(work(scope))
  } finally {
    scope.close()
  }
}
