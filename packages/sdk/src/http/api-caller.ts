import { UNAUTHENTICATED } from '../errors/error-codes.ts'
import { ApiError } from '../errors/errors.ts'
import { CALL_OPTIONS, checkOptions } from '../options/check-options.ts'
import type { CallOptions } from '../options/client-options.ts'
import type { RateLimitPacer, WaitingCall } from '../rate-limit/rate-limit-pacer.ts'
import { openScope, sleep } from '../runtime/call-scope.ts'
import { rateLimited, retryDelayMs } from './retry-policy.ts'
import { type ApiRequest, type ApiResponse, type Attempt, type Connection, sendRequest } from './send-request.ts'

const DEFAULT_MAX_RETRIES = 3

/** Without pacing, spreads the retries of calls that were rejected together. */
const MAX_JITTER_MS = 1_000

export interface TokenSource {
  /** @throws the error of the sign-in, or the signal's reason */
  get(signal: AbortSignal): Promise<string>
  /** Returns whether another token can be obtained. */
  discard(token: string): boolean
}

export interface ApiCaller extends Connection {
  tokens: TokenSource
  pacer: RateLimitPacer | undefined
}

type Call = Attempt & WaitingCall

/**
 * Gets a token, waits for the rate limit, sends the request and retries it.
 *
 * @param onFailure called with the error of every request that may have been sent
 * @throws any PartnerAccountsError except PossiblyCreatedError, or the reason of the caller's signal
 */
export async function callApi<T>(
  api: ApiCaller,
  request: ApiRequest,
  options: CallOptions,
  stop?: AbortSignal,
  onFailure?: (error: unknown) => void,
): Promise<ApiResponse<T>> {
  checkOptions('call', options, CALL_OPTIONS)
  const { tokens, pacer, log, options: defaults } = api
  const { timeoutMs = defaults.timeoutMs, maxRetries = defaults.maxRetries ?? DEFAULT_MAX_RETRIES } = options
  const { signal, headers, priority } = options
  const scope = openScope(timeoutMs, signal, stop)
  const call: Call = { scope, headers, attempt: 1, isLow: priority === 'low' }
  let failures = 0
  let hasReplacedToken = false
  try {
    for (; ; call.attempt++) {
      try {
        call.isSent = false
        call.leave = await pacer?.enter(call)
        // Only now: a token could expire while the call waits for the rate limit.
        call.token = await tokens.get(scope.signal)
        return (await sendRequest(api, request, call)) as ApiResponse<T>
      } catch (error) {
        // No effect if the request was sent.
        call.leave?.(null)
        if (call.isSent) onFailure?.(error)
        if (scope.signal.aborted) throw scope.signal.reason
        // An expired or revoked token is replaced once. Other 401s and 403s are final.
        const isTokenRejected = error instanceof ApiError && error.code === UNAUTHENTICATED
        if (!hasReplacedToken && isTokenRejected && tokens.discard(call.token!)) {
          hasReplacedToken = true
          continue
        }
        const isLimited = rateLimited.has(error as object)
        if (!isLimited) failures += 1
        const delayMs = maxRetries === 0 || failures > maxRetries ? Infinity : retryDelayMs(error, failures)
        // Fails now with the real error instead of timing out later.
        if (delayMs >= scope.remainingMs(isLimited)) throw error
        log('info', `${request.route}: retrying in ${delayMs.toFixed()} ms`)
        await defaults.hooks?.onRetry?.({ attempt: call.attempt, delayMs, error })
        if (!isLimited) await sleep(delayMs, scope.signal)
        // The pacer has seen the response and queues the retry.
        else if (!pacer) {
          scope.pause()
          await sleep(delayMs + Math.random() * MAX_JITTER_MS, scope.signal)
          scope.resume()
        }
      }
    }
  } finally {
    scope.close()
  }
}
