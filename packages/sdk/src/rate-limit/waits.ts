import { type ApiError, RateLimitError } from '../errors/errors.ts'
import type { Connection } from '../options/connection.ts'
import type { CallScope } from '../runtime/call-scope.ts'
import { now } from '../runtime/event-loop.ts'
import { MAX_DEFAULT_WAIT_MS } from '../constants.ts'

export type Leave = (response?: Response) => void

export interface WaitingCall extends CallScope {
  readonly isLow: boolean
  readonly maxWaitMs: number | undefined
  /** Called when the call is admitted. */
  admit?: () => void
  /** Leaves the queue, or frees the slot. Set until then. */
  leave?: Leave | undefined
  /** Position in the queue, kept across retries. */
  place?: number
  /** Since when the rate limit delays the call. */
  since?: number | undefined
}

/**
 * Returns an error if a wait exceeds `maxWaitMs`, or if the service has accepted no request of the client for so long.
 * A call may wait longer behind others.
 *
 * @param cause returned itself if it is not a 429
 */
export function waitError(
  waitMs: number,
  { since = Infinity, maxWaitMs }: Pick<WaitingCall, 'since' | 'maxWaitMs'>,
  { acceptedAt = 0 }: Connection['state'],
  windowMs = 60_000,
  cause?: ApiError,
): RateLimitError | ApiError | undefined {
  const max = maxWaitMs ?? Math.min(2 * windowMs, MAX_DEFAULT_WAIT_MS)
  const waitedMs = now() - Math.max(since, acceptedAt)
  if (waitMs === Infinity || Math.max(waitMs, waitedMs) <= max) return undefined
  if (cause && cause.status !== 429) return cause
  const message = `The rate limit admits nothing for ${waitMs.toFixed()} ms: maxWaitMs is ${max}.`
  return new RateLimitError(message, { retryAfterMs: waitMs, requestId: cause?.requestId, cause })
}
