import { TimeoutError } from '../errors/errors.ts'

const USUAL_MS = 60_000

/**
 * What can end a call early: the caller's signals, and its time being up. One scope spans all of the call, with its
 * retries, waits and bodies; `close` leaves nothing behind on the caller's signals.
 */
export class CallScope {
  readonly #controller = new AbortController()
  readonly #callers: readonly (AbortSignal | undefined)[]
  readonly #timeoutMs: number
  readonly #mayPause: boolean
  #leftMs: number
  #endsAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Of the request that went out last: what is to be told if time runs out. */
  requestId: string | undefined

  /** @param timeoutMs undefined: the usual minute, in which pauses do not count */
  constructor(timeoutMs: number | undefined, ...callers: (AbortSignal | undefined)[]) {
    this.#mayPause = timeoutMs === undefined
    this.#timeoutMs = this.#leftMs = timeoutMs ?? USUAL_MS
    this.#callers = callers
    for (const signal of callers) {
      if (signal?.aborted) this.#controller.abort(signal.reason)
      signal?.addEventListener('abort', this.#onAbort)
    }
    this.#run()
  }

  /** Aborted when the call must end; its reason is what the call fails with. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** As long as the clock runs. */
  get remainingMs(): number {
    return this.#endsAt - performance.now()
  }

  /** Stops the clock, unless the caller has said how long the whole call may take. */
  pause(): void {
    if (!this.#mayPause) return
    this.#leftMs = this.remainingMs
    clearTimeout(this.#timer)
  }

  /** Lets it run on. */
  resume(): void {
    if (this.#mayPause) this.#run()
  }

  #run(): void {
    this.#endsAt = performance.now() + this.#leftMs
    const onTime = () => this.#controller.abort(new TimeoutError(this.#timeoutMs, this.requestId))
    if (this.#leftMs < Infinity) this.#timer = setTimeout(onTime, this.#leftMs)
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const signal of this.#callers) signal?.removeEventListener('abort', this.#onAbort)
  }

  readonly #onAbort = ({ target }: Event): void => this.#controller.abort((target as AbortSignal).reason)
}

/** Waits, unless the signal is faster: then it fails with the signal's reason. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> => {
  let timer: ReturnType<typeof setTimeout>
  const slept = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  return orAborted(slept, signal).finally(() => clearTimeout(timer))
}

/** What a promise others wait for as well comes to, unless this waiter's signal is faster. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
