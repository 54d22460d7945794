import { ApiError, ConnectionError } from '../errors/errors.ts'

/** Statuses with which the service rejects a request before it processes it: an earlier attempt may have succeeded. */
const NOT_PROCESSED = /^(401|403|408|429)$/

/** Statuses that settle a creation. 409 reports that another request with this idempotency key is in progress. */
const SETTLED = /^4(?!09)/

/**
 * Returns whether the account may exist after a failed attempt, although no response confirms it.
 *
 * @param error the failure of a request that may have been sent
 * @param before whether the account may exist because of earlier attempts
 */
export function mayExistAfter(error: unknown, before: boolean): boolean {
  if (error instanceof ConnectionError && !error.sent) return before
  // Only the service's own envelope settles a creation: a proxy may replace the response of a success.
  const status = error instanceof ApiError && (error.code ?? error.fields) ? `${error.status}` : ''
  return NOT_PROCESSED.test(status) ? before : !SETTLED.test(status)
}
