import type { AppRouter } from '@partner-accounts/api'
import { TRPCClientError } from '@trpc/client'
import { REQUEST_TIMEOUT_SECONDS } from '../create-client.ts'
import { OperatorError } from '../operator-error.ts'
import { printable } from './printable.ts'

type ErrorData = NonNullable<TRPCClientError<AppRouter>['data']>

/** `_code` of part 7 for missing or invalid credentials. */
const UNAUTHENTICATED = 9

/**
 * Returns the lines that describe a failed command and the remedy. The first line is complete by itself; each invalid
 * field adds a line.
 */
export function describeFailure(error: unknown, url: string): string[] {
  if (error instanceof OperatorError) return [printable(error.message)]
  if (!isClientError(error)) return [`unexpected: ${printable(String(error))}`]
  const { message, data } = error
  return (data ? describeApiError(message, data, url) : [describeMissingResponse(error, url)]).map(printable)
}

const isClientError = (error: unknown): error is TRPCClientError<AppRouter> => error instanceof TRPCClientError

function describeApiError(message: string, { httpStatus, appCode, fields, retryAfterSeconds }: ErrorData, url: string) {
  if (httpStatus === 401 && appCode === UNAUTHENTICATED) {
    return [
      `the service at ${url} rejected the key: set INTERNAL_API_KEY to one of its keys, or DATA_DIR to its data directory.`,
    ]
  }
  const fieldLines = Object.entries(fields ?? {}).flatMap(([name, messages]) =>
    messages.map((text) => `${name}: ${text}`),
  )
  return [retryAfterSeconds === undefined ? message : `${message} (Retry-After: ${retryAfterSeconds})`, ...fieldLines]
}

/** Describes a call without a response, or with a response that is not from this service. */
function describeMissingResponse({ cause, meta }: TRPCClientError<AppRouter>, url: string): string {
  if (cause?.name === 'TimeoutError') {
    return `the service at ${url} did not respond within ${REQUEST_TIMEOUT_SECONDS} s: the command may or may not have taken effect.`
  }
  // tRPC keeps the response where its body was JSON, and the parser's error where it was not.
  if (cause instanceof SyntaxError || meta?.['response'] instanceof Response) {
    return `the response from ${url} is not from this service: set OPS_URL to the service, and check that it runs if ${url} is a proxy.`
  }
  const reason = (cause?.cause as NodeJS.ErrnoException | undefined)?.code ?? cause?.message ?? 'no response'
  return `no response from ${url} (${reason}): start the service with "pnpm start", or set OPS_URL to its URL.`
}
