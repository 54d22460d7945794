import { ApiError, ConnectionError, TimeoutError } from '../errors/errors.ts'

/** Statuses that may not recur: timeouts, requests in progress, rate limits, and failures of the service or a proxy. */
const isTransient = (status: number) =>
  [408, 409, 429, 500, 502, 503, 504].includes(status) || (status >= 520 && status < 530)

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8_000

/** The longest `Retry-After` of a rate limit: other limits, such as that of failed sign-ins, may be much longer. */
const MAX_LIMIT_WAIT_MS = 60_000

/** Errors of requests that the service rejected because the rate limit was used up. */
const rateLimited = new WeakSet<object>()

/** Marks an error as a rejection by the rate limit, if the response reports that no request is left. */
export function markRateLimited(error: ApiError, headers: Headers): ApiError {
  if (isLimitWait(error) && /;r=0\b/.test(headers.get('ratelimit') ?? '')) rateLimited.add(error)
  return error
}

/** Whether the rate limit was used up. The call succeeds after the wait of `Retry-After`. */
export const isRateLimited = (error: unknown): boolean => rateLimited.has(error as object)

/** Whether the wait before a retry is a wait for a rate limit, which a call's default timeout does not include. */
export const isLimitWait = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 429 && (error.retryAfterMs ?? Infinity) <= MAX_LIMIT_WAIT_MS

/**
 * Returns the milliseconds to wait before a retry, or `undefined` if a retry is pointless. The wait doubles from retry
 * to retry, is shortened at random, and is never shorter than `Retry-After`.
 *
 * @param attempt number of the attempt that failed, from 1
 */
export function retryDelayMs(error: unknown, attempt: number): number | undefined {
  // The timeout of the call itself ends the call: this one is of a sign-in.
  const hasFailed = error instanceof ConnectionError || error instanceof TimeoutError
  const isRetried = hasFailed || (error instanceof ApiError && isTransient(error.status))
  if (!isRetried) return undefined
  const maxDelayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1))
  const delayMs = (maxDelayMs * (1 + Math.random())) / 2
  return Math.max(delayMs, error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0)
}
