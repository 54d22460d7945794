import { UNAUTHENTICATED } from '../errors/error-codes.ts'
import { ApiError } from '../errors/errors.ts'
import { CALL_OPTIONS, checkOptions } from '../options/check-options.ts'
import type { CallOptions } from '../options/client-options.ts'
import { rateLimitError } from '../rate-limit/rate-limit-error.ts'
import type { Slot } from '../rate-limit/rate-limit-pacer.ts'
import type { Ticket } from '../rate-limit/waiting-lines.ts'
import { CallScope } from '../runtime/call-scope.ts'
import { now } from '../runtime/event-loop.ts'
import type { ApiCaller } from './api-caller.ts'
import { reportLongWait } from './report-long-wait.ts'
import { isTransient, retryDelayMs } from './retry-policy.ts'
import { type ApiRequest, type ApiResponse, type FailedAttempt, sendRequest } from '../http/send-request.ts'
import { DEFAULT_MAX_RETRIES, MAX_JITTER_MS } from '../constants.ts'

/** The outcome of a call with all its retries. */
export type CallOutcome<T> =
  | { readonly response: ApiResponse<T> }
  | {
      readonly error: unknown
      /** The errors of all requests that may have been sent, oldest first. */
      readonly sentErrors: readonly unknown[]
    }

/** A failed attempt, and what is known about the next one. */
interface Failure extends FailedAttempt {
  /** The token of the request, if it had one. */
  readonly token?: string | undefined
  /** After a failed sign-in: no other sign-in is sent before this time. */
  readonly pausedUntil?: number
  /** After a failed sign-in: a random number from 0 to 1, the same for all calls that shared the sign-in. */
  readonly jitter?: number | undefined
}

/** A call with all its retries. */
class Call {
  readonly api: ApiCaller
  readonly request: ApiRequest
  readonly scope: CallScope
  readonly #options: CallOptions
  readonly #ticket: Ticket
  /** Number of the current attempt, from 1. */
  #attempt = 1
  /** Failed attempts, without 429s that report a used-up limit (`isRateLimited`). */
  #failures = 0
  #hasReplacedToken = false
  /** When the current wait began. `waitedMs` counts from here. */
  #idleSince = now()

  constructor(api: ApiCaller, request: ApiRequest, options: CallOptions, stop: AbortSignal | undefined) {
    this.api = api
    this.request = request
    this.scope = new CallScope(options.timeoutMs ?? api.options.timeoutMs, [options.signal, stop])
    this.#options = options
    this.#ticket = { isLow: options.priority === 'low', maxWaitMs: api.options.maxWaitMs }
  }

  async run<T>(): Promise<CallOutcome<T>> {
    const sentErrors: unknown[] = []
    try {
      for (;;) {
        const outcome = await this.#attemptOnce()
        if ('response' in outcome) return { response: outcome.response as ApiResponse<T> }
        if (outcome.isSent) sentErrors.push(outcome.error)
        await this.#prepareRetry(outcome)
        this.#attempt += 1
      }
    } catch (error) {
      return { error, sentErrors }
    } finally {
      this.scope.close()
    }
  }

  /** Waits for a token and a slot, and sends one request. */
  async #attemptOnce(): Promise<{ response: ApiResponse<Record<string, unknown>> } | Failure> {
    const { api, scope, request } = this
    let slot: Slot | undefined
    try {
      scope.throwIfAborted()
      // Calls get a token before they queue for a slot, so they wait for a sign-in together.
      const signInBeforeWait = await scope.orAborted(api.tokens.get())
      if ('error' in signInBeforeWait) return signInBeforeWait
      slot = await this.#enterQueue()
      const waitedMs = now() - this.#idleSince
      // Gets the token again, because it may expire while the call waits for its slot.
      const signIn = await scope.orAborted(api.tokens.get())
      if ('error' in signIn) return signIn
      const { token } = signIn
      const onResponse = (response: Response) => slot?.complete(response)
      const attempt = { scope, number: this.#attempt, token, headers: this.#options.headers, waitedMs, onResponse }
      const outcome = await sendRequest(api, request, attempt)
      if ('response' in outcome) return outcome
      if (outcome.isSent) slot?.complete(undefined)
      return { ...outcome, token }
    } catch (error) {
      return { error }
    } finally {
      // `release` has no effect after `complete`.
      slot?.release()
    }
  }

  /** Resolves with a slot, or with `undefined` without pacing. */
  async #enterQueue(): Promise<Slot | undefined> {
    const { scope } = this
    const { pacer } = this.api
    if (!pacer) return undefined
    const entered = pacer.enter(this.#ticket)
    const estimate = () => now() - this.#idleSince + pacer.remainingMs(this.#ticket)
    const waitForSlot = () => reportLongWait(this, estimate, entered)
    try {
      return await scope.excluding(pacer.clock, waitForSlot)
    } catch (error) {
      pacer.leave(this.#ticket)
      // The slot may have been granted just before the abort.
      entered.then((slot) => slot.release()).catch(() => {})
      throw error
    }
  }

  /** Waits until the next attempt. Throws the call's error if there is no next attempt. */
  async #prepareRetry(failure: Failure): Promise<void> {
    const { api, scope, request } = this
    const { error, isRateLimited = false, jitter, pausedUntil = 0 } = failure
    this.#idleSince = now()
    scope.throwIfAborted()
    if (this.#discardRejectedToken(failure)) return
    this.#noteFailure(isRateLimited)
    const maxRetries = this.#options.maxRetries ?? api.options.maxRetries ?? DEFAULT_MAX_RETRIES
    // `maxRetries: 0` also turns off retries after 429s, which `#failures` does not count.
    if (maxRetries === 0 || this.#failures > maxRetries || !isTransient(error)) throw error
    // Timers may fire a fraction of a millisecond early.
    const delayMs = Math.max(retryDelayMs(error, this.#failures, jitter), pausedUntil - now() + 1)
    this.#checkMaxWait(error, delayMs)
    // Fails now with the real error instead of timing out later.
    if (!scope.canWait(delayMs, isRateLimited)) throw error
    api.log('info', `${request.route}: retrying in ${delayMs.toFixed()} ms`)
    await scope.orAborted(api.options.hooks?.onRetry?.({ attempt: this.#attempt, delayMs, error }))
    // The pacer delays the next attempt after a request's 429. It does not see a sign-in's 429, which has no `isSent`.
    if (isRateLimited && failure.isSent && api.pacer) return
    await this.#sleep(delayMs, isRateLimited)
  }

  #noteFailure(isRateLimited: boolean): void {
    if (isRateLimited) this.#ticket.queuedAt ??= this.#idleSince
    else {
      this.#ticket.queuedAt = undefined
      this.#failures += 1
    }
  }

  /**
   * Discards a rejected token, once per call. Returns whether the next attempt gets another token. Other 401s and 403s are
   * final.
   */
  #discardRejectedToken({ error, token }: Failure): boolean {
    const isRejected = error instanceof ApiError && error.code === UNAUTHENTICATED && token !== undefined
    if (!isRejected || this.#hasReplacedToken) return false
    this.#hasReplacedToken = true
    return this.api.tokens.discard(token)
  }

  /** Fails now instead of waiting for longer than `maxWaitMs`. */
  #checkMaxWait(error: unknown, delayMs: number): void {
    const rejection = error instanceof ApiError && error.status === 429 ? error : undefined
    const tooLong = rateLimitError(delayMs, this.#ticket, this.api.state, undefined, rejection)
    // Errors other than a 429 are thrown as they are.
    if (tooLong) throw rejection ? tooLong : error
  }

  async #sleep(delayMs: number, isRateLimited: boolean): Promise<void> {
    const { scope } = this
    // No pacer spaces these retries, so a random delay spreads calls that were rejected together.
    const jitterMs = isRateLimited ? Math.random() * MAX_JITTER_MS : 0
    const sleep = () => reportLongWait(this, () => delayMs, scope.sleep(delayMs + jitterMs))
    await (isRateLimited ? scope.excluding(now, sleep) : sleep())
  }
}

/**
 * Gets a token, waits for the rate limit, sends the request and retries it.
 *
 * @param stop cancels the call in addition to the caller's signal
 * @throws any PartnerAccountsError except PossiblyCreatedError, or the reason of the caller's signal
 */
export async function callApi<T>(
  api: ApiCaller,
  request: ApiRequest,
  options: CallOptions,
  stop?: AbortSignal,
): Promise<ApiResponse<T>> {
  const outcome = await tryCall<T>(api, request, options, stop)
  if ('response' in outcome) return outcome.response
  throw outcome.error
}

/** The same as `callApi`, but returns the errors of all attempts instead of throwing the last. */
export async function tryCall<T>(
  api: ApiCaller,
  request: ApiRequest,
  options: CallOptions,
  stop?: AbortSignal,
): Promise<CallOutcome<T>> {
  checkOptions('call', options, CALL_OPTIONS)
  return new Call(api, request, options, stop).run()
}
