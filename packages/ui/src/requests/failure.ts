import { type ErrorName, isApiError } from '@partner-accounts/client'

export interface Failure {
  /** 0 without a response. */
  status: number
  /** `undefined` without a response. */
  name: ErrorName | undefined
  /** By dotted name. */
  fields: Record<string, string[]> | undefined
  uiMessage: string | undefined
  retryAfterSeconds: number | undefined
}

const UNREACHABLE: Failure = {
  status: 0,
  name: undefined,
  fields: undefined,
  uiMessage: undefined,
  retryAfterSeconds: undefined,
}

export function failureOf(error: unknown): Failure {
  if (!isApiError(error) || !error.data) return UNREACHABLE
  const { httpStatus, name, fields, uiMessage, retryAfterSeconds } = error.data
  return { status: httpStatus, name, fields, uiMessage, retryAfterSeconds }
}

const MAX_RETRIES = 2
/** No response, or temporarily unavailable. Rejections are shown. */
const RETRYABLE = [0, 503]

export const QUERY_DEFAULTS = {
  networkMode: 'always',
  staleTime: 10_000,
  // The portal's pages have a rate limit.
  refetchOnWindowFocus: false,
  retry: (count: number, error: unknown) => count < MAX_RETRIES && RETRYABLE.includes(failureOf(error).status),
  retryDelay: (count: number, error: unknown) => (failureOf(error).retryAfterSeconds ?? 0.5 * 2 ** count) * 1000,
} as const

export const nextCursor = ({ nextCursor: next }: { nextCursor: string | null }): string | undefined => next ?? undefined
