import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable, type Unsubscribable } from '@trpc/server/observable'
import type { AppRouter } from './generated/app-router.ts'
import { createSharedPauses } from './shared-pauses.ts'
import { TransportError } from './transport-error.ts'

export interface RetryOptions {
  maxRetries: number
  /** A query that would have to wait longer fails immediately. */
  maxWaitMs: number
}

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8_000

const RETRYABLE_STATUSES = [
  // The request took too long to arrive.
  408,
  // Too many requests.
  429,
  // The service is unavailable, or a proxy could not reach it.
  502, 503, 504,
] // prettier-ignore

/** Sends queries again after failures that may be temporary. Mutations could take effect twice, so they are not repeated. */
export function retryQueries({ maxRetries, maxWaitMs }: RetryOptions): TRPCLink<AppRouter> {
  // One random number for all queries, so that queries that failed in one batch are sent again in one batch.
  const jitter = Math.random()
  const pause = createSharedPauses()
  return () =>
    ({ op, next }) => {
      if (op.type !== 'query') return next(op)
      return observable((observer) => {
        const { signal } = op
        let attempt: Unsubscribable | undefined
        let cancelPause: (() => void) | undefined

        const send = (failures: number): void => {
          attempt = next(op).subscribe({
            next: (value) => observer.next(value),
            complete: () => observer.complete(),
            error: (error) => onError(error, failures + 1),
          })
        }
        const onError = (error: TRPCClientError<AppRouter>, failures: number): void => {
          const delayMs = retryDelayMs(error, failures, jitter)
          const isFinal = delayMs === undefined || failures > maxRetries || delayMs > maxWaitMs
          if (isFinal || signal?.aborted) return observer.error(error)
          cancelPause = pause(delayMs, () => send(failures))
        }
        const onAbort = (): void => observer.error(TRPCClientError.from(signal?.reason as Error))

        signal?.addEventListener('abort', onAbort)
        send(0)
        return () => {
          signal?.removeEventListener('abort', onAbort)
          cancelPause?.()
          attempt?.unsubscribe()
        }
      })
    }
}

/** Returns `undefined` if another attempt cannot succeed. */
function retryDelayMs(
  { data, cause }: TRPCClientError<AppRouter>,
  failures: number,
  jitter: number,
): number | undefined {
  const maxBackoffMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1))
  // Between half of the maximum and the maximum.
  const backoffMs = (maxBackoffMs * (1 + jitter)) / 2
  if (data) {
    const retryAfterMs = (data.retryAfterSeconds ?? 0) * 1_000
    return isRetryable(data.httpStatus) ? backoffMs + retryAfterMs : undefined
  }
  // Timeouts and aborts are final.
  if (!(cause instanceof TransportError)) return undefined
  const { status, retryAfterMs = 0 } = cause
  return status === undefined || isRetryable(status) ? backoffMs + retryAfterMs : undefined
}

/** Cloudflare returns a status from 520 to 529 when it could not reach the service. */
const isRetryable = (status: number): boolean => RETRYABLE_STATUSES.includes(status) || (status >= 520 && status <= 529)
