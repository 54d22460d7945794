import { ApiError, ConnectionError, PartnerAccountsError, TimeoutError, UsageError } from '../errors/errors.ts'
import { retryAfterMsOf } from '../errors/retry-after.ts'
import { FIRST_DELAY_MS, MAX_DELAY_MS } from '../constants.ts'

const TRANSIENT_STATUSES = [
  // The request took too long to arrive.
  408,
  // A creation with the same idempotency key is in progress.
  409,
  // Too many requests.
  429,
  // The service failed, or is unavailable, or a proxy could not reach it.
  500, 502, 503, 504,
] // prettier-ignore

/** Returns whether another attempt may succeed. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  // A call's own timeout is never retried, so this one came from signing in.
  if (error instanceof TimeoutError) return true
  if (!(error instanceof ApiError)) return false
  if (TRANSIENT_STATUSES.includes(error.status)) return true
  // Statuses of Cloudflare: it could not reach the service.
  return error.status >= 520 && error.status <= 529
}

/**
 * Returns the delay before the next attempt in milliseconds: exponential backoff with jitter, at least `Retry-After`.
 *
 * @param failures number of failures so far; 0 if only the rate limit has rejected the call
 * @param jitter from 0 to 1
 */
export function retryDelayMs(error: unknown, failures: number, jitter = Math.random()): number {
  const longest = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1))
  const backoffMs = (longest * (1 + jitter)) / 2
  return Math.max(backoffMs, retryAfterMsOf(error))
}

/** Returns whether the same call may succeed later, without a change of its arguments or of the partner's permissions. */
export function isOutage(error: unknown): boolean {
  // A hook or the token function has thrown it.
  if (!(error instanceof PartnerAccountsError)) return false
  if (error instanceof UsageError) return false
  if (!(error instanceof ApiError) || isTransient(error)) return true
  // Without code and fields, the response is a proxy's, such as a 404 during a deployment.
  return error.code === undefined && !error.fields
}
