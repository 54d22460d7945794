import { TRPCError } from '@trpc/server'
import { accountPostSchema } from '../accounts/account-schemas.ts'
import { ERROR_CATALOG, type ErrorKind } from '../errors/catalog.ts'
import { type ErrorEnvelope, toErrorResponse } from '../errors/error-envelope.ts'
import { RequestError, type RequestErrorKind } from '../errors/request-error.ts'
import { LOCALES } from '@partner-accounts/rules'
import { EXAMPLE_REQUEST_ID, headersOf } from './headers.ts'
import { OF_ANY_REQUEST } from './description.ts'
import { type ExampleObject, refTo, type ResponseObject, type SchemaObject } from './openapi-document.ts'
import { BODY_WITH_FAULTS } from './request-examples.ts'

interface ErrorResponseRow {
  description: string
  /** All of one status. */
  errors: readonly [ErrorKind, ...ErrorKind[]]
  /** Whether invalid fields are told by the same status. */
  hasFieldErrors?: true
}

/** Part 7 by response. What its errors are called and say stands in the catalogue. */
export const ERROR_RESPONSES = {
  SignInRefused: { description: 'Nobody is signed in.', errors: ['invalid-credentials', 'user-not-activated'] },
  Unauthenticated: { description: 'The token is missing, expired or not ours.', errors: ['unauthenticated'] },
  Forbidden: { description: 'The portal user may not do this.', errors: ['forbidden'] },
  AccountNotFound: { description: 'The partner has no such account.', errors: ['account-not-found'] },
  InvalidIdentifier: { description: 'No form of `account_id`.', errors: ['invalid-account-identifier'] },
  InvalidJson: { description: 'The body cannot be read.', errors: ['invalid-json'] },
  AccountRefused: {
    description: 'No account was created: the body cannot be read, has invalid fields, or its e-mail is in use.',
    errors: ['invalid-json', 'administrator-email-taken'],
    hasFieldErrors: true,
  },
  BodyTooLarge: { description: 'The body is too large.', errors: ['body-too-large'] },
  InFlight: { description: 'A request with the same key is in progress.', errors: ['idempotent-request-in-flight'] },
  SignInLimited: {
    description: 'Too many requests, or too many failed sign-ins.',
    errors: ['rate-limited', 'too-many-sign-ins'],
  },
  RateLimited: { description: 'Too many requests.', errors: ['rate-limited'] },
  InternalError: { description: 'The service failed. Its logs contain the request id.', errors: ['internal'] },
  Unavailable: { description: 'The service is temporarily unavailable.', errors: ['storage-unavailable'] },
  SignInUnavailable: {
    description: 'The service is temporarily unavailable.',
    errors: ['overloaded', 'storage-unavailable'],
  },
} as const satisfies Record<string, ErrorResponseRow>

export type ErrorResponseName = keyof typeof ERROR_RESPONSES

export const statusOf = (name: ErrorResponseName): number => ERROR_CATALOG[ERROR_RESPONSES[name].errors[0]].status

/** One of the components that operations refer to. */
export function errorResponse(name: ErrorResponseName): ResponseObject {
  const { description, errors, hasFieldErrors }: ErrorResponseRow = ERROR_RESPONSES[name]
  const examples: [string, ExampleObject][] = errors.map((kind) => [kind, codedExample(kind)])
  if (hasFieldErrors) examples.unshift(['invalid-fields', { summary: 'Invalid fields', value: fieldErrorsExample() }])
  const coded = codedSchema(errors)
  return {
    description: [description, '', ...errors.map(describe)].join('\n'),
    headers: headersOf(statusOf(name)),
    content: {
      'application/json': {
        // Not `oneOf`: linters cannot see that the two shapes exclude each other.
        schema: hasFieldErrors ? { anyOf: [refTo('schemas', 'ErroValidacaoModel'), coded] } : coded,
        examples: Object.fromEntries(examples),
      },
    },
  }
}

/** Returns the envelope with the codes that the response can have, so that clients can tell errors apart by type. */
const codedSchema = (errors: readonly ErrorKind[]): SchemaObject => ({
  allOf: [
    refTo('schemas', 'ErroRespostaModel'),
    {
      type: 'object',
      properties: {
        _code: { type: 'integer', enum: [...new Set(errors.map((kind) => ERROR_CATALOG[kind].code))] },
      },
    },
  ],
})

/** Returns the response of every status that an operation does not list. */
export const otherErrorResponse = (): ResponseObject => ({
  description: 'Any other error. A proxy in front of the service may send a body of another type.',
  headers: headersOf('default'),
  content: {
    'application/json': {
      schema: refTo('schemas', 'ErroRespostaModel'),
      examples: Object.fromEntries(OF_ANY_REQUEST.map((kind) => [kind, codedExample(kind)])),
    },
  },
})

const describe = (kind: ErrorKind) => `- \`${ERROR_CATALOG[kind].code}\`: ${toMarkdown(ERROR_CATALOG[kind].message)}`

/** What stands in angle brackets would be taken for HTML. */
const toMarkdown = (text: string) => text.replaceAll('<', '\\<')

const codedExample = (kind: ErrorKind): ExampleObject => ({
  summary: `${ERROR_CATALOG[kind].code} ${kind}`,
  // Whether an error is the domain's or the edge's makes no difference on the way out.
  value: envelopeOf(new RequestError(kind as RequestErrorKind)),
})

/** What the service itself says to a body with some faults. */
function fieldErrorsExample(): ErrorEnvelope {
  const { error } = accountPostSchema.safeParse(BODY_WITH_FAULTS)
  return envelopeOf(new TRPCError({ code: 'BAD_REQUEST', cause: error }))
}

const envelopeOf = (error: Error): ErrorEnvelope => toErrorResponse(error, LOCALES[0], EXAMPLE_REQUEST_ID).envelope
