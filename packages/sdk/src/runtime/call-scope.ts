import { TimeoutError } from '../errors/errors.ts'

const DEFAULT_TIMEOUT_MS = 60_000
/** Timeout of storages and stores. */
const STORE_TIMEOUT_MS = 2_000

/**
 * The cancellation of one call: by the caller's signals or by its timeout. It covers everything that the call does,
 * including retries, waits and response bodies. `close` removes its listeners from the caller's signals.
 */
export class CallScope {
  readonly #controller = new AbortController()
  readonly #callerSignals: readonly (AbortSignal | undefined)[]
  readonly #timeoutMs: number
  /** Whether time spent waiting for the rate limit is not counted. */
  readonly canPause: boolean
  #remainingMs: number
  #endsAt = 0
  #isPaused = true
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Id of the last request that was sent, for the timeout's error. */
  requestId: string | undefined

  /** @param timeoutMs `undefined` for the default, which does not include time spent waiting for the rate limit */
  constructor(timeoutMs: number | undefined, ...callerSignals: (AbortSignal | undefined)[]) {
    this.canPause = timeoutMs === undefined
    this.#timeoutMs = this.#remainingMs = timeoutMs ?? DEFAULT_TIMEOUT_MS
    this.#callerSignals = callerSignals
    for (const signal of callerSignals) {
      if (signal?.aborted) this.#controller.abort(signal.reason)
      signal?.addEventListener('abort', this.#onAbort)
    }
    this.resume()
  }

  /** Aborted when the call must end. The call fails with the signal's reason. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get remainingMs(): number {
    return this.#isPaused ? this.#remainingMs : this.#endsAt - performance.now()
  }

  /** Stops the clock, unless the caller has set the timeout. */
  pause(): void {
    if (!this.canPause || this.#isPaused) return
    this.#remainingMs = this.remainingMs
    this.#isPaused = true
    clearTimeout(this.#timer)
  }

  /** Starts the clock again. */
  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#endsAt = performance.now() + this.#remainingMs
    const onTimeout = () => this.#controller.abort(new TimeoutError(this.#timeoutMs, this.requestId))
    if (this.#remainingMs < Infinity) this.#timer = setTimeout(onTimeout, this.#remainingMs)
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const signal of this.#callerSignals) signal?.removeEventListener('abort', this.#onAbort)
  }

  readonly #onAbort = ({ target }: Event): void => this.#controller.abort((target as AbortSignal).reason)
}

/** Waits. Rejects with the signal's reason if that is aborted first. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> => {
  let timer: ReturnType<typeof setTimeout>
  const slept = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  return orAborted(slept, signal).finally(() => clearTimeout(timer))
}

/** Waits for a storage or store of the partner, for 2 seconds at most. The work itself continues. */
export async function withTimeout<T>(work: T): Promise<Awaited<T>> {
  const scope = new CallScope(STORE_TIMEOUT_MS)
  return orAborted(Promise.resolve(work), scope.signal).finally(() => scope.close())
}

/** Settles as `promise` does, or rejects with the signal's reason if that is aborted first. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
