import type { DocumentedOperation } from '../rest-operations.ts'
import { LOCALES } from '@partner-accounts/rules'
import type { ErrorKind } from '../errors/catalog.ts'
import type { DocumentSettings } from './document-info.ts'
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
  'Idempotent-Replayed': {
    description:
      'Present if this is the stored response to an earlier request with the same `Idempotency-Key`. No account was created.',
    schema: { type: 'string', const: 'true', examples: ['true'] },
  },
  Link: {
    description: 'The description of the error on the reference page, with `rel="help"`.',
    schema: { type: 'string', examples: ['<https://api.example/partners/v1/docs#error-88>; rel="help"'] },
  },
  Allow: {
    description: 'The methods of the path.',
    schema: { type: 'string', examples: ['GET, HEAD, POST'] },
  },
})

const ON_EVERY_RESPONSE = ['X-Request-Id']
const ON_COUNTED_REQUESTS = ['RateLimit-Policy', 'RateLimit']
/** Invalid or incomplete HTTP does not count. */
const UNCOUNTED = [400, 408, 431]
const BY_STATUS: Record<number, string[]> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

const BY_OPERATION: Partial<Record<DocumentedOperation, string[]>> = { createPartnerAccount: ['Idempotent-Replayed'] }

export const headersOfSuccess = (operationId: DocumentedOperation): Record<string, ReferenceObject> =>
  references([...ON_EVERY_RESPONSE, ...ON_COUNTED_REQUESTS, ...(BY_OPERATION[operationId] ?? [])])

export function headersOfError(status: number, errors: readonly ErrorKind[]): Record<string, ReferenceObject> {
  const counted = UNCOUNTED.includes(status) ? [] : ON_COUNTED_REQUESTS
  const headers = references([
    ...ON_EVERY_RESPONSE,
    ...counted,
    'Content-Language',
    'Link',
    ...(BY_STATUS[status] ?? []),
  ])
  const isExceeded = errors.length > 0 && errors.every((kind) => kind === 'rate-limited')
  return isExceeded ? { ...headers, RateLimit: refTo('headers', 'RateLimitExceeded') } : headers
}

const references = (names: readonly string[]): Record<string, ReferenceObject> =>
  Object.fromEntries(names.map((name) => [name, refTo('headers', name)]))
