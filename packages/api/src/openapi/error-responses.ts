import { DomainError, LIMITS } from '@partner-accounts/core'
import { TRPCError } from '@trpc/server'
import { accountPostSchema } from '../accounts/account-schemas.ts'
import { ERROR_CATALOG, type ErrorKind } from '../errors/catalog.ts'
import { type ErrorEnvelope, toErrorResponse } from '../errors/error-envelope.ts'
import { RequestError, type RequestErrorKind } from '../errors/request-error.ts'
import { LOCALES } from '@partner-accounts/rules'
import { EXAMPLE_REQUEST_ID, headersOfError } from './headers.ts'
import { errorSchemaName } from './error-schemas.ts'
import { type ExampleObject, refTo, type ResponseObject } from './openapi-document.ts'
import { INVALID_BODY } from './request-examples.ts'

interface ErrorResponseRow {
  description: string
  errors: readonly ErrorKind[]
  /** Creates the error for the example `invalid-fields`, which has the status 422. */
  fieldErrors?: () => Error
}

export const ERROR_RESPONSES = {
  SignInRejected: { description: 'The sign-in failed.', errors: ['invalid-credentials', 'user-not-activated'] },
  Unauthenticated: { description: 'The token is missing, expired or invalid.', errors: ['unauthenticated'] },
  Forbidden: {
    description: 'The portal user lacks the permission, or `X-Mode` expects another mode.',
    errors: ['forbidden'],
  },
  AccountNotFound: {
    description: 'The partner has no account with this identifier, or the identifier is empty.',
    errors: ['account-not-found', 'route-not-found'],
  },
  InvalidIdentifier: { description: '`account_id` has an invalid format.', errors: ['invalid-account-identifier'] },
  InvalidJson: { description: 'The body is not valid JSON.', errors: ['invalid-json'] },
  AccountRejected: {
    description:
      'No account was created. The body is not valid JSON, has invalid fields, or contains an e-mail that is in use.',
    errors: ['invalid-json', 'administrator-email-taken'],
    fieldErrors: () => new TRPCError({ code: 'BAD_REQUEST', cause: accountPostSchema.safeParse(INVALID_BODY).error }),
  },
  EventUnknown: {
    description: `\`after\` is not an event, or events after it are more than ${LIMITS.eventDays} days old and have expired.`,
    errors: [],
    fieldErrors: () => new DomainError('event-unknown'),
  },
  BodyTooLarge: { description: 'The body is too large.', errors: ['body-too-large'] },
  InFlight: { description: 'A request with the same key is in progress.', errors: ['idempotent-request-in-flight'] },
  SignInLimited: {
    description: 'Too many requests, or too many failed sign-ins.',
    errors: ['rate-limited', 'too-many-sign-ins'],
  },
  RateLimited: { description: 'Too many requests.', errors: ['rate-limited'] },
  InternalError: {
    description: 'An unexpected error. The message contains the request id, which identifies the error in the logs.',
    errors: ['internal'],
  },
  BadRequest: { description: 'The request is malformed.', errors: ['bad-request'] },
  PathNotFound: { description: 'Path not found.', errors: ['route-not-found'] },
  MethodNotAllowed: { description: 'The path has other methods.', errors: ['method-not-allowed'] },
  RequestTimeout: { description: 'The request did not arrive in time.', errors: ['request-timeout'] },
  HeaderTooLarge: { description: 'The headers are too large.', errors: ['header-too-large'] },
  Unavailable: { description: 'The service is temporarily unavailable.', errors: ['storage-unavailable'] },
  SignInUnavailable: {
    description: 'The service is temporarily unavailable.',
    errors: ['overloaded', 'storage-unavailable'],
  },
} as const satisfies Record<string, ErrorResponseRow>

export type ErrorResponseName = keyof typeof ERROR_RESPONSES

/** Returns the status that all errors of a response share: 422 if they are only about fields. */
export const statusOf = (name: ErrorResponseName): number => {
  const [first]: readonly ErrorKind[] = ERROR_RESPONSES[name].errors
  return first ? ERROR_CATALOG[first].status : 422
}

export function errorResponse(name: ErrorResponseName): ResponseObject {
  const { description, errors, fieldErrors }: ErrorResponseRow = ERROR_RESPONSES[name]
  const examples: [string, ExampleObject][] = errors.map((kind) => [kind, codedExample(kind)])
  if (fieldErrors) {
    examples.unshift(['invalid-fields', { summary: 'Invalid fields', value: envelopeOf(fieldErrors()) }])
  }
  const schemas = [...new Set(errors.map(errorSchemaName))].map((schema) => refTo('schemas', schema))
  if (fieldErrors) schemas.unshift(refTo('schemas', 'ErroValidacaoModel'))
  return {
    description: [description, '', ...errors.map(describe)].join('\n'),
    headers: headersOfError(statusOf(name), errors),
    content: {
      'application/json': {
        // Not `oneOf`: linters cannot see that the shapes are exclusive.
        schema: schemas.length > 1 ? { anyOf: schemas } : schemas[0]!,
        examples: Object.fromEntries(examples),
      },
    },
  }
}

const describe = (kind: ErrorKind) => `- \`${ERROR_CATALOG[kind].code}\`: ${toMarkdown(ERROR_CATALOG[kind].message)}`

/** Escapes `<`, which would begin an HTML tag. */
const toMarkdown = (text: string) => text.replaceAll('<', '\\<')

const codedExample = (kind: ErrorKind): ExampleObject => ({
  summary: `${ERROR_CATALOG[kind].code} ${kind}`,
  // Domain errors have the same envelope as request errors of the same kind.
  value: envelopeOf(new RequestError(kind as RequestErrorKind)),
})

const envelopeOf = (error: Error): ErrorEnvelope => toErrorResponse(error, LOCALES[0], EXAMPLE_REQUEST_ID).envelope
