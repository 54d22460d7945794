import { ApiError, ConnectionError } from '../errors/errors.ts'

/** Answers that another try may better: out of time, in flight, over the limit, or a service or proxy in trouble. */
const RETRIED_STATUSES = [408, 409, 429, 500, 502, 503, 504]

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 8_000

/**
 * How long to wait before another try, in milliseconds; undefined when none can help. As long as the service asks
 * for; else longer from try to try, and by chance, so that clients that failed together do not come back together.
 *
 * @param attempt the number of the try that failed, from 1
 */
export function retryDelayMs(error: unknown, attempt: number): number | undefined {
  const retried =
    error instanceof ConnectionError || (error instanceof ApiError && RETRIED_STATUSES.includes(error.status))
  if (!retried) return undefined
  if (error instanceof ApiError && error.retryAfterMs !== undefined) return error.retryAfterMs
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1))
  return (longest * (1 + Math.random())) / 2
}
