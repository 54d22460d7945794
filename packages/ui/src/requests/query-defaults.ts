import { failureOf } from './failure.ts'

const MAX_RETRIES = 2
/** No response, or temporarily unavailable. Rejections are shown instead. */
const RETRYABLE = [0, 503]

export const QUERY_DEFAULTS = {
  networkMode: 'always',
  staleTime: 10_000,
  // Each request of the portal counts towards the partner's rate limit.
  refetchOnWindowFocus: false,
  retry: (count: number, error: unknown) => count < MAX_RETRIES && RETRYABLE.includes(failureOf(error).status),
  retryDelay: (count: number, error: unknown) => (failureOf(error).retryAfterSeconds ?? 0.5 * 2 ** count) * 1000,
} as const

/** Returns `undefined` after the last page. */
export const nextCursor = ({ next_cursor: next }: { next_cursor: string | null }): string | undefined =>
  next ?? undefined
