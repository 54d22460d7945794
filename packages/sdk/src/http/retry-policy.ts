import type { ApiError } from '../errors/errors.ts'
import { DEFAULT_MAX_RETRIES, FIRST_DELAY_MS, MAX_DELAY_MS } from '../constants.ts'

/**
 * Failures worth retrying. A call's own timeout is never retried, so a `TimeoutError` seen here came from signing in.
 */
const TRANSIENT = /^(408|409|429|50[0234]|52.|ConnectionError|TimeoutError)$/

/** They do not count as failed attempts, and the default timeout excludes their wait. */
export const rateLimited = new WeakSet<object>()

/**
 * Returns `Infinity` if a retry is pointless. Backs off exponentially with jitter, but never less than `Retry-After`.
 *
 * @param failures number of failed attempts
 */
export function retryDelayMs(
  { status, name, retryAfterMs = 0 }: ApiError,
  failures: number,
  maxRetries = DEFAULT_MAX_RETRIES,
): number {
  if (!maxRetries || failures > maxRetries || !TRANSIENT.test(`${status ?? name}`)) return Infinity
  const delayMs = (Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1)) * (1 + Math.random())) / 2
  return Math.max(delayMs, retryAfterMs)
}
