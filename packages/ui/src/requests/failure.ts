import { type ErrorName, isApiError } from '@partner-accounts/client'

export interface Failure {
  /** 0 without a response. */
  status: number
  /** `undefined` without a response. */
  name: ErrorName | undefined
  /** Messages of the rejected fields, by dotted name such as `company_doc.address.cep`. */
  fields: Record<string, string[]> | undefined
  uiMessage: string | undefined
  /** Seconds until the service accepts a retry, if it reports them. */
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
/** Statuses for no response (0) and for a service that is temporarily unavailable (503). Other failures are not retried. */
const RETRYABLE_STATUSES = [0, 503]
const FIRST_RETRY_DELAY_SECONDS = 0.5

export const QUERY_DEFAULTS = {
  networkMode: 'always',
  staleTime: 10_000,
  // Each query counts against the rate limit of the portal's pages.
  refetchOnWindowFocus: false,
  retry: (retries: number, error: unknown) =>
    retries < MAX_RETRIES && RETRYABLE_STATUSES.includes(failureOf(error).status),
  retryDelay: (retries: number, error: unknown) => {
    const seconds = failureOf(error).retryAfterSeconds ?? FIRST_RETRY_DELAY_SECONDS * 2 ** retries
    return seconds * 1000
  },
} as const

/** `getNextPageParam` of the lists: TanStack Query stops at `undefined`, the service reports `null`. */
export const nextCursor = ({ nextCursor: next }: { nextCursor: string | null }): string | undefined => next ?? undefined
