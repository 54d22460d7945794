import { CallScope, sleep } from './call-scope.ts'
import { checkCallOptions } from '../options/check-options.ts'
import type { CallOptions, Hooks } from '../options/client-options.ts'
import { UNAUTHENTICATED } from '../errors/error-codes.ts'
import { ApiError } from '../errors/errors.ts'
import { type ApiRequest, type ApiResponse, exchange, type ExchangeOptions, type Turn } from './exchange.ts'
import type { Log } from '../options/log.ts'
import type { RateLimitPacer } from '../rate-limit/rate-limit-pacer.ts'
import { retryDelayMs } from './retry-policy.ts'
import type { TokenSource } from '../auth/token-cache.ts'

/** Unless the partner says otherwise. */
const MAX_RETRIES = 3

export interface ApiCallerOptions {
  exchange: ExchangeOptions
  tokens: TokenSource
  pacer: RateLimitPacer | undefined
  timeoutMs: number | undefined
  maxRetries: number | undefined
  hooks: Hooks
  log: Log
}

/** What a method adds to its call. */
export interface CallDetails {
  /** Ends the call as the caller's own signal does. */
  stop?: AbortSignal
  /** Told of every request that went out and failed. */
  onFailure?: (error: unknown) => void
}

/** Makes calls: finds a token, keeps to the rate limit, and tries again what may succeed yet. */
export class ApiCaller {
  readonly #options: ApiCallerOptions

  constructor(options: ApiCallerOptions) {
    this.#options = options
  }

  /** @throws PartnerAccountsError of any kind but `PossiblyCreatedError`, or the reason of the caller's signal */
  async call<T>(request: ApiRequest, options: CallOptions, details: CallDetails = {}): Promise<ApiResponse<T>> {
    checkCallOptions(options)
    const { timeoutMs = this.#options.timeoutMs, maxRetries = this.#options.maxRetries ?? MAX_RETRIES } = options
    const scope = new CallScope(timeoutMs, options.signal, details.stop)
    try {
      return (await this.#tryUntilDone({ request, scope, details, token: '' }, maxRetries)) as ApiResponse<T>
    } finally {
      scope.close()
    }
  }

  async #tryUntilDone(call: Call, maxRetries: number): Promise<ApiResponse<unknown>> {
    const { scope, request } = call
    const { tokens, hooks, log } = this.#options
    let replayed = false
    for (let attempt = 1, failures = 0; ; attempt++) {
      try {
        return await this.#try(call, attempt)
      } catch (error) {
        if (scope.signal.aborted) throw scope.signal.reason
        // 5: a token that expired or was revoked on the way is replaced, once; credentials and rights are not.
        if (!replayed && error instanceof ApiError && error.code === UNAUTHENTICATED && tokens.refuse(call.token)) {
          replayed = true
          continue
        }
        const delayMs = retryDelayMs(error, ++failures)
        // Rather the error itself, and now, than a time-out later.
        if (delayMs === undefined || failures > maxRetries || delayMs >= scope.remainingMs) throw error
        log.info(`${request.route}: trying again in ${Math.round(delayMs)} ms`)
        await hooks.onRetry?.({ attempt, delayMs, error })
        await sleep(delayMs, scope.signal)
      }
    }
  }

  async #try(call: Call, attempt: number): Promise<ApiResponse<unknown>> {
    const { request, scope, details } = call
    const { tokens, pacer, exchange: options } = this.#options
    scope.pause()
    const leave = (await pacer?.enter(scope.signal)) ?? (() => {})
    scope.resume()
    const turn: Turn = { scope, attempt, leave }
    try {
      // Not before there is a place: it could expire while waiting for one.
      const token = (call.token = await tokens.get(scope.signal))
      const headers = { ...request.headers, authorization: `Bearer ${token}` }
      return await exchange(options, { ...request, headers, secrets: [token, ...(request.secrets ?? [])] }, turn)
    } catch (error) {
      if (turn.isSent) details.onFailure?.(error)
      throw error
    } finally {
      // Whatever went out has left already.
      leave(null)
    }
  }
}

interface Call {
  request: ApiRequest
  scope: CallScope
  details: CallDetails
  /** That of the last try. */
  token: string
}
