import { LIMITS } from '@partner-accounts/core'
import { LOCALES } from '@partner-accounts/rules'
import { type HeaderObject, type ParameterObject, type ReferenceObject, refTo } from './openapi-document.ts'

const { requests, windowSeconds } = LIMITS.rate

/** The id of every example that has one. */
export const EXAMPLE_REQUEST_ID = '0b0f6a52-6f0e-4f3c-9d7e-2b8f5d1c7a90'

/** What every operation may be sent. */
export const REQUEST_HEADERS: Record<string, ParameterObject> = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description: `Language of \`ui_message\` and of messages about fields: ${LOCALES.map((locale) => `\`${locale}\``).join(' or ')}.`,
    schema: { type: 'string', default: LOCALES[0], examples: ['en'] },
  },
}

export const RESPONSE_HEADERS: Record<string, HeaderObject> = {
  'X-Request-Id': {
    description: 'Id of the request, the one to name in a question to support. A request may bring its own.',
    schema: { type: 'string', examples: [EXAMPLE_REQUEST_ID] },
  },
  'RateLimit-Policy': {
    description: 'The limit: `q` requests in any `w` seconds.',
    schema: { type: 'string', examples: [`"default";q=${requests};w=${windowSeconds}`] },
  },
  RateLimit: {
    description: 'What is left of it: `r` requests now, and more after `t` seconds.',
    schema: { type: 'string', examples: [`"default";r=${requests - 1};t=${windowSeconds}`] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is worth repeating.',
    schema: { type: 'integer', minimum: 1, examples: [5] },
  },
  'WWW-Authenticate': {
    description: 'The scheme that protects the interface.',
    schema: { type: 'string', examples: ['Bearer realm="partners"'] },
  },
}

const ON_EVERY_RESPONSE = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit']
const BY_STATUS: Record<number, string[]> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** The headers of a response, as references. */
export const headersOf = (status: number): Record<string, ReferenceObject> =>
  Object.fromEntries([...ON_EVERY_RESPONSE, ...(BY_STATUS[status] ?? [])].map((name) => [name, refTo('headers', name)]))
