import { type ApiError, RateLimitError } from '../errors/errors.ts'
import type { ConnectionState } from '../options/connection.ts'
import { now } from '../runtime/event-loop.ts'
import type { Ticket } from './waiting-lines.ts'
import { MAX_DEFAULT_WAIT_MS } from '../constants.ts'

/**
 * Returns an error if the next wait exceeds `maxWaitMs`, or if the call has already waited for longer than `maxWaitMs`. The
 * time waited restarts whenever the service accepts a request of this client, because calls that wait behind others then
 * make progress.
 *
 * @param waitMs the next wait
 * @param cause the last 429
 */
export function rateLimitError(
  waitMs: number,
  { queuedAt, maxWaitMs }: Pick<Ticket, 'queuedAt' | 'maxWaitMs'>,
  { acceptedAt = 0 }: ConnectionState,
  windowMs = 60_000,
  cause?: ApiError,
): RateLimitError | undefined {
  const max = maxWaitMs ?? Math.min(2 * windowMs, MAX_DEFAULT_WAIT_MS)
  const waitedMs = queuedAt === undefined ? 0 : now() - Math.max(queuedAt, acceptedAt)
  if (Math.max(waitMs, waitedMs) <= max) return undefined
  const reason = cause?.message ?? 'The rate limit is used up.'
  const waits = `Waited for ${waitedMs.toFixed()} ms, and ${waitMs.toFixed()} ms remain`
  const message = `${reason} ${waits}: maxWaitMs is ${max}.`
  return new RateLimitError(message, { retryAfterMs: waitMs, requestId: cause?.requestId, cause })
}
