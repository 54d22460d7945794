import { type ApiError, isApiError, TransportError } from '@partner-accounts/client'
import { REQUEST_TIMEOUT_SECONDS } from '../create-client.ts'
import { OperatorError } from '../operator-error.ts'

type ErrorData = NonNullable<ApiError['data']>

export interface Failure {
  name: 'UsageError' | 'OperatorError' | 'ApiError' | 'TimeoutError' | 'ConnectionError' | 'UnexpectedError'
  /** What failed, and how to mend it. */
  message: string
  status?: number
  code?: number
  fields?: Record<string, string[]>
  retryAfterSeconds?: number
}

export function describeFailure(error: unknown, url: string): Failure {
  if (error instanceof OperatorError) return { name: 'OperatorError', message: error.message }
  if (!isApiError(error)) return { name: 'UnexpectedError', message: `unexpected: ${String(error)}` }
  const { message, data } = error
  return data ? describeApiError(message, data, url) : describeMissingResponse(error, url)
}

function describeApiError(
  message: string,
  { name, httpStatus, appCode, fields, retryAfterSeconds }: ErrorData,
  url: string,
): Failure {
  return {
    name: 'ApiError',
    message:
      name === 'invalid-internal-key'
        ? `the service at ${url} rejected the key: set INTERNAL_API_KEY to one of its keys, or DATA_DIR to its data directory.`
        : message,
    status: httpStatus,
    ...(appCode !== undefined && { code: appCode }),
    ...(fields && { fields }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }
}

function describeMissingResponse({ cause, message: reason }: ApiError, url: string): Failure {
  if (cause?.name === 'TimeoutError') {
    const message = `the service at ${url} did not respond within ${REQUEST_TIMEOUT_SECONDS} s: the command may or may not have taken effect.`
    return { name: 'TimeoutError', message }
  }
  const isOtherService = cause instanceof TransportError && cause.status !== undefined
  const remedy = isOtherService
    ? `Set OPS_URL to the service, and check that it runs if ${url} is a proxy.`
    : 'Start the service with "pnpm start", or set OPS_URL to its URL.'
  return { name: 'ConnectionError', message: `${reason}. ${remedy}` }
}
