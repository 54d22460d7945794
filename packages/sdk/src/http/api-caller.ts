import { UNAUTHENTICATED } from '../errors/error-codes.ts'
import { ApiError } from '../errors/errors.ts'
import { CALL_OPTIONS, checkOptions } from '../options/check-options.ts'
import type { CallOptions } from '../options/client-options.ts'
import type { Connection } from '../options/connection.ts'
import type { RateLimitPacer } from '../rate-limit/rate-limit-pacer.ts'
import { type CallScope, openScope } from '../runtime/call-scope.ts'
import { waitError, type WaitingCall } from '../rate-limit/waits.ts'
import { nextTurn } from '../runtime/event-loop.ts'
import { readClaims } from './read-claims.ts'
import { rateLimited, retryDelayMs } from './retry-policy.ts'
import { type ApiRequest, type ApiResponse, type Attempt, sendRequest } from './send-request.ts'
import { MAX_JITTER_MS, REPORTED_WAIT_MS } from '../constants.ts'

export interface TokenSource {
  /** @throws the error of the sign-in, or the scope's reason */
  get: (scope?: CallScope) => Promise<string>
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
  const { hooks = {}, rateLimitStore, maxWaitMs, email } = defaults
  const { signal, headers, priority, timeoutMs = defaults.timeoutMs, maxRetries = defaults.maxRetries } = options
  const { route } = request
  const scope = openScope(
    timeoutMs,
    [signal, stop].filter((each) => !!each),
  )
  /** Waits for `work`, or for some time, and calls `onWait` after a second. */
  const wait = (work?: Promise<void>, ms = 0) => {
    const report = async () => {
      const waitMs = ms || performance.now() - idleSince + pacer!.waitMs(call)
      log('warn', `${route}: waiting for ${waitMs.toFixed()} ms`)
      await hooks.onWait?.({ route, waitMs })
    }
    const timers = [setTimeout(() => void report().catch(scope.abort), REPORTED_WAIT_MS)]
    const slept = work ?? new Promise<void>((resolve) => void timers.push(setTimeout(resolve, ms)))
    return scope.orAborted(slept).finally(() => timers.forEach(clearTimeout))
  }
  const call: Call = { scope, headers, attempt: 1, isLow: priority === 'low', maxWaitMs }
  let idleSince = performance.now()
  let failures = 0
  let replacedTokens = 0
  try {
    for (; ; call.attempt++) {
      try {
        call.isSent = false
        if (scope.signal.aborted) throw scope.signal.reason
        // The key of the store names the partner.
        if (rateLimitStore) api.state.partner = readClaims(await tokens.get(scope)).partner_id ?? email?.toLowerCase()
        const admitted = pacer?.enter(call)
        if (admitted && !call.leave) await wait(admitted)
        call.waitedMs = performance.now() - idleSince
        // Only now: a token could expire while the call waits for the rate limit.
        call.token = await tokens.get(scope)
        return (await sendRequest(api, request, call)) as ApiResponse<T>
      } catch (error) {
        await nextTurn()
        // No effect if the request was sent.
        if (call.leave) call.leave(null)
        else pacer?.quit(call)
        if (call.isSent) onFailure?.(error)
        if (scope.signal.aborted) throw scope.signal.reason
        // An expired or revoked token is replaced once. Other 401s and 403s are final.
        const isTokenRejected = error instanceof ApiError && error.code === UNAUTHENTICATED
        if (isTokenRejected && !replacedTokens++ && tokens.discard(call.token!)) continue
        idleSince = performance.now()
        const isLimited = rateLimited.has(error as object)
        if (!isLimited) failures += 1
        call.since = isLimited ? (call.since ?? idleSince) : undefined
        const delayMs = retryDelayMs(error, failures, maxRetries)
        const tooLong = waitError(delayMs, call, api.state, undefined, error as ApiError)
        // Fails now with the real error instead of timing out later.
        if (tooLong || delayMs >= scope.remainingMs(isLimited)) throw tooLong ?? error
        log('info', `${route}: retrying in ${delayMs.toFixed()} ms`)
        await hooks.onRetry?.({ attempt: call.attempt, delayMs, error })
        // The pacer has seen the response and queues the retry.
        if (isLimited && pacer) continue
        scope.pause(isLimited)
        await wait(undefined, delayMs + (isLimited ? Math.random() * MAX_JITTER_MS : 0))
        scope.pause(false)
      }
    }
  } finally {
    scope.close()
  }
}
