import { UNAUTHENTICATED } from '../errors/error-codes.ts'
import { type ApiError, PartnerAccountsError } from '../errors/errors.ts'
import { CALL_OPTIONS, checkOptions } from '../options/check-options.ts'
import type { CallOptions, Mode } from '../options/client-options.ts'
import type { Connection } from '../options/connection.ts'
import type { RateLimitPacer } from '../rate-limit/rate-limit-pacer.ts'
import { type CallScope, openScope } from '../runtime/call-scope.ts'
import { waitError, type WaitingCall } from '../rate-limit/waits.ts'
import { nextTurn, now } from '../runtime/event-loop.ts'
import { rateLimited, retryDelayMs } from './retry-policy.ts'
import { type ApiRequest, type ApiResponse, type Attempt, sendRequest } from './send-request.ts'
import { MAX_JITTER_MS, REPORTED_WAIT_MS } from '../constants.ts'

export interface TokenSource {
  mode?: Mode
  /** @throws the error of the sign-in, or the scope's reason */
  get: (scope?: CallScope) => Promise<string>
  /** Returns whether another token can be obtained. */
  discard(token: string): boolean
}

export interface ApiCaller extends Connection {
  tokens: TokenSource
  pacer?: RateLimitPacer
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
  const { hooks = {}, maxWaitMs } = defaults
  const { signal, headers, priority, timeoutMs = defaults.timeoutMs, maxRetries = defaults.maxRetries } = options
  const { route } = request
  const call: Call = Object.assign(openScope(timeoutMs, [signal, stop]), {
    headers,
    isLow: priority === 'low',
    maxWaitMs,
  })
  /** Waits for `work`, or for some time, and calls `onWait` after a second. */
  const wait = (work?: Promise<void>, ms = 0) => {
    const report = async () => {
      const waitMs = ms || now() - idleSince + pacer!.waitMs(call)
      log('warn', `${route}: waiting for ${waitMs.toFixed()} ms`)
      await hooks.onWait?.({ route, waitMs })
    }
    const timers = [setTimeout(() => void report().catch(call.abort), REPORTED_WAIT_MS)]
    const slept = work ?? new Promise<void>((resolve) => void timers.push(setTimeout(resolve, ms)))
    return call.orAborted(slept).finally(() => timers.forEach(clearTimeout))
  }
  let idleSince = now()
  let failures = 0
  let replacedTokens = 0
  try {
    for (; ; call.attempt++) {
      try {
        call.isSent = false
        if (call.isAborted) throw call.reason
        if (pacer) await wait(pacer.enter(call))
        call.waitedMs = now() - idleSince
        // Only now: a token could expire while the call waits for the rate limit.
        call.token = await tokens.get(call)
        return (await sendRequest(api, request, call)) as ApiResponse<T>
      } catch (error) {
        await nextTurn()
        call.leave?.()
        if (call.isSent) onFailure?.(error)
        if (call.isAborted) throw call.reason
        if (!(error instanceof PartnerAccountsError)) throw error
        // An expired or revoked token is replaced once. Other 401s and 403s are final.
        const isTokenRejected = (error as ApiError).code === UNAUTHENTICATED
        if (isTokenRejected && !replacedTokens++ && tokens.discard(call.token!)) continue
        idleSince = now()
        const isLimited = rateLimited.has(error)
        if (!isLimited) failures += 1
        call.since = isLimited ? (call.since ?? idleSince) : undefined
        const delayMs = retryDelayMs(error as ApiError, failures, maxRetries)
        const tooLong = waitError(delayMs, call, api.state, undefined, error as ApiError)
        // Fails now with the real error instead of timing out later.
        if (tooLong || delayMs >= (isLimited && !timeoutMs ? Infinity : call.remainingMs())) throw tooLong ?? error
        log('info', `${route}: retrying in ${delayMs.toFixed()} ms`)
        await hooks.onRetry?.({ attempt: call.attempt, delayMs, error })
        // The pacer has seen the response and queues the retry.
        if (isLimited && pacer) continue
        if (isLimited) call.runBy(() => 0)
        await wait(undefined, delayMs + (isLimited ? Math.random() * MAX_JITTER_MS : 0))
        call.runBy()
      }
    }
  } finally {
    call.close()
  }
}
