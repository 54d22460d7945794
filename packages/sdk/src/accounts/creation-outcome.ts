import { ApiError, ConnectionError } from '../errors/errors.ts'

/** Rejected before processing, so these say nothing about an earlier attempt. */
const NOT_PROCESSED = /^(401|403|408|429)$/

/** Statuses that settle a creation. 409: another request with this key is in progress. */
const SETTLED = /^4(?!09)/

/**
 * Returns whether the account may exist after a failed attempt that may have been sent. `before`: whether earlier
 * attempts may have created it.
 */
export function mayExistAfter(error: unknown, before: boolean): boolean {
  if (error instanceof ConnectionError && !error.sent) return before
  // Only the service's own envelope counts, because a proxy may replace a successful response.
  const status = error instanceof ApiError && (error.code ?? error.fields) ? `${error.status}` : ''
  return NOT_PROCESSED.test(status) ? before : !SETTLED.test(status)
}
