import { LOCALES, type OperationId, REST_OPERATIONS } from '@partner-accounts/rules'
import type { ErrorKind } from '../errors/catalog.ts'
import type { DocumentSettings } from './document-info.ts'
import { SAMPLES } from '../samples.ts'
import { type HeaderObject, type ParameterObject, type ReferenceObject, refTo } from './openapi-document.ts'

export const EXAMPLE_REQUEST_ID = '0b0f6a52-6f0e-4f3c-9d7e-2b8f5d1c7a90'

export const REQUEST_HEADERS: Record<string, ParameterObject> = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description: `Language of \`ui_message\` and of messages about fields: ${LOCALES.map((locale) => `\`${locale}\``).join(' or ')}.`,
    schema: { type: 'string', default: LOCALES[0], examples: [...LOCALES] },
  },
  XRequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'An id for this request, which both sides can log. If it is absent, the service generates one.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,64}$', maxLength: 64, examples: [EXAMPLE_REQUEST_ID] },
  },
  XMode: {
    name: 'X-Mode',
    in: 'header',
    description:
      'The mode that you expect, from the same setting as the credentials: a token or portal user of the other mode is rejected with 403 before anything happens.',
    schema: { type: 'string', enum: ['test', 'live'], examples: ['test'] },
  },
}

/** Headers of requests to endpoints. */
export const WEBHOOK_HEADERS: Record<string, ParameterObject> = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'Id of the event, equal in all attempts: process each id once.',
    schema: { type: 'string', examples: [SAMPLES.eventId] },
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'Time of the attempt, in seconds since 1970. Reject requests that are more than five minutes off.',
    schema: { type: 'string', pattern: '^[0-9]+$', examples: ['1793232000'] },
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Signatures of Standard Webhooks 1.0, separated by spaces: `v1,` and the base64 of HMAC-SHA-256 over `webhook-id`, `webhook-timestamp` and the body as received, joined by dots. The key is the base64 after `whsec_` of the secret. One valid signature suffices: for 24 hours after a rotation, the new and the previous secret sign.',
    schema: { type: 'string', examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='] },
  },
  WebhookUserAgent: {
    name: 'User-Agent',
    in: 'header',
    required: true,
    description: '`PartnerAccounts-Webhooks/` and the version of the service.',
    schema: { type: 'string', pattern: '^PartnerAccounts-Webhooks/', examples: ['PartnerAccounts-Webhooks/1.0.0'] },
  },
  WebhookMode: {
    name: 'X-Mode',
    in: 'header',
    description: 'Present if the event is of a test partner.',
    schema: { type: 'string', const: 'test', examples: ['test'] },
  },
}

export const describeResponseHeaders = ({
  rateLimit: { requests, windowSeconds },
}: DocumentSettings): Record<string, HeaderObject> => ({
  'X-Request-Id': {
    description: 'Id of the request. Include it when you contact support.',
    schema: { type: 'string', examples: [EXAMPLE_REQUEST_ID] },
  },
  'RateLimit-Policy': {
    description: 'The limit: `q` requests in any `w` seconds.',
    schema: { type: 'string', examples: [`"default";q=${requests};w=${windowSeconds}`] },
  },
  RateLimit: {
    description: 'The remaining requests: `r` now, and more after `t` seconds.',
    schema: { type: 'string', examples: [`"default";r=${requests - 1};t=${windowSeconds}`] },
  },
  RateLimitExceeded: {
    description: 'No requests remain until `t` seconds have passed.',
    schema: { type: 'string', examples: [`"default";r=0;t=${windowSeconds}`] },
  },
  'Retry-After': {
    description: 'Seconds to wait before a retry can succeed.',
    schema: { type: 'integer', minimum: 1, examples: [5] },
  },
  'WWW-Authenticate': {
    description: 'The authentication scheme, and `error="invalid_token"` if a token was sent and rejected.',
    schema: { type: 'string', examples: ['Bearer realm="partners"', 'Bearer realm="partners", error="invalid_token"'] },
  },
  'Content-Language': {
    description: 'Language of `ui_message` and of messages about fields.',
    schema: { type: 'string', enum: [...LOCALES], examples: [LOCALES[0]] },
  },
  'X-Mode': {
    description: 'Present if the token, or the portal user who signs in, is of test mode.',
    schema: { type: 'string', const: 'test', examples: ['test'] },
  },
  'Idempotent-Replayed': {
    description:
      'Present if this is the stored response to an earlier request with the same `Idempotency-Key`. No account was created.',
    schema: { type: 'string', const: 'true', examples: ['true'] },
  },
  Link: {
    description: 'The description of the error on the reference page, with `rel="help"`.',
    schema: { type: 'string', examples: ['<https://api.example/partners/v1/docs#error-88>; rel="help"'] },
  },
  PageLinks: {
    description:
      'Absolute addresses of other pages, for tools that follow `rel="next"`: also `prev`, `first` and `last` of numbered pages. Absent if there is only one page.',
    schema: {
      type: 'string',
      examples: ['<https://api.example/partners/v1/partner-accounts?max_results=25&page=2>; rel="next"'],
    },
  },
  Allow: {
    description: 'The methods of the path.',
    schema: { type: 'string', examples: ['GET, HEAD, POST'] },
  },
})

const ON_EVERY_RESPONSE = ['X-Request-Id']
const ON_COUNTED_REQUESTS = ['RateLimit-Policy', 'RateLimit', 'X-Mode']
/** Statuses of invalid or incomplete HTTP, which the rate limit does not count. */
const UNCOUNTED_STATUSES = [400, 408, 431]
const HEADERS_BY_STATUS: Record<number, string[]> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

const HEADERS_BY_OPERATION: Partial<Record<OperationId, string[]>> = { createPartnerAccount: ['Idempotent-Replayed'] }

export const headersOfSuccess = (operationId: OperationId): Record<string, ReferenceObject> => ({
  ...headerRefs([...ON_EVERY_RESPONSE, ...ON_COUNTED_REQUESTS, ...(HEADERS_BY_OPERATION[operationId] ?? [])]),
  ...(REST_OPERATIONS[operationId].isList && { Link: refTo('headers', 'PageLinks') }),
})

export function headersOfError(status: number, errors: readonly ErrorKind[]): Record<string, ReferenceObject> {
  const rateLimitHeaders = UNCOUNTED_STATUSES.includes(status) ? [] : ON_COUNTED_REQUESTS
  const headers = headerRefs([
    ...ON_EVERY_RESPONSE,
    ...rateLimitHeaders,
    'Content-Language',
    'Link',
    ...(HEADERS_BY_STATUS[status] ?? []),
  ])
  const isExceeded = errors.length > 0 && errors.every((kind) => kind === 'rate-limited')
  return isExceeded ? { ...headers, RateLimit: refTo('headers', 'RateLimitExceeded') } : headers
}

const headerRefs = (names: readonly string[]): Record<string, ReferenceObject> =>
  Object.fromEntries(names.map((name) => [name, refTo('headers', name)]))
