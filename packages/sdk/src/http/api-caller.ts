import { UNAUTHENTICATED } from '../errors/error-codes.ts'
import { ApiError } from '../errors/errors.ts'
import { CALL_OPTIONS, checkOptions } from '../options/check-options.ts'
import type { CallOptions, Hooks } from '../options/client-options.ts'
import type { Log } from '../options/log.ts'
import type { Leave, RateLimitPacer, Ticket } from '../rate-limit/rate-limit-pacer.ts'
import { CallScope, sleep } from '../runtime/call-scope.ts'
import { isLimitWait, isRateLimited, retryDelayMs } from './retry-policy.ts'
import { type ApiRequest, type ApiResponse, type Attempt, type Connection, sendRequest } from './send-request.ts'

const DEFAULT_MAX_RETRIES = 3

/** Without pacing, calls that were rejected together come back within this time, at random. */
const MAX_JITTER_MS = 1_000

/** Provides the token of a request. */
export interface TokenSource {
  /** @throws the error of the sign-in, or the signal's reason */
  get(signal: AbortSignal): Promise<string>
  /** Discards a token that the service rejected. Returns whether another one can be obtained. */
  discard(token: string): boolean
}

export interface ApiCallerOptions {
  connection: Connection
  tokens: TokenSource
  pacer: RateLimitPacer | undefined
  timeoutMs: number | undefined
  maxRetries: number | undefined
  hooks: Hooks
  log: Log
}

/** What a method adds to its call. */
export interface CallDetails {
  /** Cancels the call, as the caller's own signal does. */
  stop?: AbortSignal
  /** Called with the error of every request that may have been sent. */
  onFailure?: (error: unknown) => void
}

/** Makes calls: gets a token, waits for the rate limit, sends the request and retries it. */
export class ApiCaller {
  readonly #options: ApiCallerOptions

  constructor(options: ApiCallerOptions) {
    this.#options = options
  }

  /** @throws any PartnerAccountsError except PossiblyCreatedError, or the reason of the caller's signal */
  async call<T>(request: ApiRequest, options: CallOptions, details: CallDetails = {}): Promise<ApiResponse<T>> {
    checkOptions('call', options, CALL_OPTIONS)
    const { timeoutMs = this.#options.timeoutMs, maxRetries = this.#options.maxRetries ?? DEFAULT_MAX_RETRIES } =
      options
    const scope = new CallScope(timeoutMs, options.signal, details.stop)
    const ticket = this.#options.pacer?.newTicket(options.priority === 'low')
    const headers = { ...options.headers, ...request.headers }
    const call: Call = { request: { ...request, headers }, scope, details, ticket, token: '' }
    try {
      return (await this.#callWithRetries(call, maxRetries)) as ApiResponse<T>
    } finally {
      scope.close()
    }
  }

  async #callWithRetries(call: Call, maxRetries: number): Promise<ApiResponse<unknown>> {
    const { scope } = call
    let hasReplacedToken = false
    for (let attempt = 1, failures = 0; ; attempt++) {
      try {
        return await this.#attempt(call, attempt)
      } catch (error) {
        if (scope.signal.aborted) throw scope.signal.reason
        // A token that has expired or was revoked is replaced once. Other 401s and 403s are final.
        if (!hasReplacedToken && isTokenRejected(error) && this.#options.tokens.discard(call.token)) {
          hasReplacedToken = true
          continue
        }
        if (!isRateLimited(error)) failures += 1
        if (maxRetries === 0 || failures > maxRetries) throw error
        await this.#waitForRetry(call, attempt, retryDelayMs(error, Math.max(1, failures)), error)
      }
    }
  }

  async #waitForRetry({ request, scope, ticket }: Call, attempt: number, delayMs: number | undefined, error: unknown) {
    const { hooks, log } = this.#options
    const isPaused = isLimitWait(error) && scope.canPause
    // Fails now with the real error instead of timing out later.
    if (delayMs === undefined || (!isPaused && delayMs >= scope.remainingMs)) throw error
    log.info(`${request.route}: retrying in ${Math.round(delayMs)} ms`)
    await hooks.onRetry?.({ attempt, delayMs, error })
    // The pacer has seen the response and waits as long, in the order of the calls.
    if (isRateLimited(error) && ticket) return
    if (isPaused) scope.pause()
    await sleep(isLimitWait(error) ? delayMs + Math.random() * MAX_JITTER_MS : delayMs, scope.signal)
    scope.resume()
  }

  async #attempt(call: Call, number: number): Promise<ApiResponse<unknown>> {
    const { request, scope, details, ticket } = call
    const { tokens, pacer, connection } = this.#options
    const leave: Leave = ticket && pacer ? await pacer.enter(ticket, scope) : () => {}
    const attempt: Attempt = { scope, number, leave }
    try {
      // Only now, as the token could expire while the call waits for the rate limit.
      const token = (call.token = await tokens.get(scope.signal))
      const headers = { ...request.headers, authorization: `Bearer ${token}` }
      return await sendRequest(
        connection,
        { ...request, headers, secrets: [token, ...(request.secrets ?? [])] },
        attempt,
      )
    } catch (error) {
      if (attempt.isSent) details.onFailure?.(error)
      throw error
    } finally {
      // No effect if the request was sent.
      leave(null)
    }
  }
}

const isTokenRejected = (error: unknown) => error instanceof ApiError && error.code === UNAUTHENTICATED

interface Call {
  request: ApiRequest
  scope: CallScope
  details: CallDetails
  ticket: Ticket | undefined
  /** The token of the last attempt. */
  token: string
}
