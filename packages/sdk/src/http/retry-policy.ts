import { type ApiError, PartnerAccountsError } from '../errors/errors.ts'

/**
 * Failures that may not recur: timeouts, requests in progress, rate limits, and failures of the service or a proxy. The
 * timeout of a call itself ends the call, so a `TimeoutError` is that of a sign-in.
 */
const TRANSIENT = /^(408|409|429|50[0234]|52.|ConnectionError|TimeoutError)$/

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8_000

/**
 * Errors of requests that the service rejected because the rate limit was used up. The call succeeds after the wait of
 * `Retry-After`, so the rejection is no failed attempt, and the call's default timeout does not include the wait.
 */
export const rateLimited = new WeakSet<object>()

/**
 * Returns the milliseconds to wait before a retry, or `Infinity` if a retry is pointless. The wait doubles from retry
 * to retry, is shortened at random, and is never shorter than `Retry-After`.
 *
 * @param failures number of failed attempts
 */
export function retryDelayMs(error: unknown, failures: number): number {
  const { status, name, retryAfterMs = 0 } = (error instanceof PartnerAccountsError ? error : {}) as Partial<ApiError>
  if (!TRANSIENT.test(`${status ?? name}`)) return Infinity
  const delayMs = (Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1)) * (1 + Math.random())) / 2
  return Math.max(delayMs, retryAfterMs)
}
