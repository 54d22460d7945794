import type { AppRouter } from '@partner-accounts/api'
import { TRPCClientError } from '@trpc/client'
import { ANSWER_WITHIN_SECONDS } from '../create-client.ts'
import { OperatorError } from '../operator-error.ts'
import { printable } from './printable.ts'

type Answer = NonNullable<TRPCClientError<AppRouter>['data']>

/** `_code` of part 7 for credentials that are missing or no good. */
const UNAUTHENTICATED = 9

/**
 * What went wrong, and what to do about it: the first line says all of it, unless fields are faulty, which have a
 * line each.
 */
export function describeFailure(error: unknown, url: string): string[] {
  if (error instanceof OperatorError) return [printable(error.message)]
  if (!isClientError(error)) return [`unexpected: ${printable(String(error))}`]
  const { message, data } = error
  return (data ? describeRefusal(message, data, url) : [describeSilence(error, url)]).map(printable)
}

const isClientError = (error: unknown): error is TRPCClientError<AppRouter> => error instanceof TRPCClientError

function describeRefusal(message: string, { httpStatus, appCode, fields, retryAfterSeconds }: Answer, url: string) {
  if (httpStatus === 401 && appCode === UNAUTHENTICATED) {
    return [`the service at ${url} refuses the key: set INTERNAL_API_KEY to one of its keys, or DATA_DIR to its own.`]
  }
  const told = Object.entries(fields ?? {}).flatMap(([name, faults]) => faults.map((fault) => `${name}: ${fault}`))
  return [retryAfterSeconds === undefined ? message : `${message} (Retry-After: ${retryAfterSeconds})`, ...told]
}

/** No answer at all, or none of this service. */
function describeSilence({ cause, meta }: TRPCClientError<AppRouter>, url: string): string {
  if (cause?.name === 'TimeoutError') {
    return `the service at ${url} has not answered for ${ANSWER_WITHIN_SECONDS} s: whether it did what was asked is not known.`
  }
  // tRPC keeps the response where its body was JSON, and the parser's error where it was not.
  if (cause instanceof SyntaxError || meta?.['response'] instanceof Response) {
    return `what answers at ${url} is not this service, or stands before it while it is down: set OPS_URL to where it is.`
  }
  const reason = (cause?.cause as NodeJS.ErrnoException | undefined)?.code ?? cause?.message ?? 'no answer'
  return `nothing answers at ${url} (${reason}): start the service with "pnpm start", or set OPS_URL to where it is.`
}
