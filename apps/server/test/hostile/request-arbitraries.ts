import type { createOpenApiDocument } from '@partner-accounts/api/openapi'
import * as fc from 'fast-check'
import type { RawRequest } from '../raw-http.ts'
import { anyCharacter, edgeCase, hostileBody, nearlyValid, type Schema, valid } from './body-arbitraries.ts'

/** A request to an operation of the document. */
export interface GeneratedRequest extends RawRequest {
  operation: { method: 'get' | 'post'; path: string }
}

/** Valid values that generated requests use to pass the first checks. */
export interface Known {
  credentials: object
  token: string
  accountId: string
  secret: string
}

const BASE = '/partners/v1'

/** Valid header values (RFC 9110, section 5.5). */
const headerText = fc.oneof(
  fc.constantFrom('', '*', '"', ',', ';;', 'x'.repeat(300), 'pt-BR;q=0.5,en;q=x', 'null', '../..', '%00', '\xff\xfe'),
  fc.stringMatching(/^[\x21-\x7e\x80-\xff]{1,40}$/),
)
/** Generates the header for every third request. */
const optionally = (name: string, value: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: value.map((text) => [name, text]) },
  )

/** Generates the usual value five times as often as the other one. */
const usually = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: other })

const headers = ({ token, secret }: Known) =>
  fc
    .tuple(
      usually(
        fc.constant<string[]>(['authorization', `Bearer ${token}`]),
        fc.oneof(
          fc.constant<string[]>([]),
          headerText.map((text) => ['authorization', `Bearer ${text}`]),
        ),
      ),
      optionally('accept-language', headerText),
      optionally('content-type', headerText),
      optionally('idempotency-key', headerText),
      optionally('x-secret', fc.oneof(fc.constant(secret), headerText)),
      optionally('x-request-id', headerText),
      optionally('traceparent', headerText),
      // Failed sign-ins are counted by address, so each request comes from a random address.
      fc.ipV4().map((address) => ['x-forwarded-for', address]),
    )
    .map((parts) => parts.flat())

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom('page', 'max_results', 'page[]', '__proto__', 'constructor', 'x'),
      fc.oneof(
        fc.integer().map(String),
        edgeCase.map((value) => (typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value))),
        fc.constant('1e9'),
      ),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${encodeURIComponent(value).slice(0, 2_000)}`).join('&'))

const identifier = (pattern: string, { accountId }: Known) =>
  fc.oneof(
    fc.constant(accountId),
    fc.stringMatching(new RegExp(pattern)),
    fc.constantFrom(
      '%ZZ',
      '%',
      '.',
      '..',
      '%00',
      '%2e%2e',
      '%2F',
      ';',
      '%c0%af',
      '12ABC34501DE35',
      'null',
      '0'.repeat(2_000),
    ),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 30 }).map(encodeURIComponent),
  )

/** Returns valid, nearly valid and hostile requests to every operation of the document. */
export function requestsOf(document: ReturnType<typeof createOpenApiDocument>, known: Known) {
  const schemas = document.components?.schemas as Record<string, Schema>
  const bodyOf = (name: string) => {
    const schema = { $ref: `#/components/schemas/${name}` }
    const asText = (value: unknown) => JSON.stringify(value) as string | Uint8Array
    return fc.oneof(valid(schema, schemas).map(asText), nearlyValid(schemas[name]!, schemas).map(asText), hostileBody)
  }
  const signIn = fc.constant<string | Uint8Array>(JSON.stringify(known.credentials))
  const post = (path: string, body: fc.Arbitrary<string | Uint8Array>) =>
    fc.record({
      operation: fc.constant({ method: 'post' as const, path }),
      method: fc.constant('POST'),
      path: query.map((text) => `${BASE}${path}${text && `?${text}`}`),
      headers: headers(known),
      body: body.map((piece) => [piece]),
    })
  const get = (path: string, target: fc.Arbitrary<string>) =>
    fc.record({
      operation: fc.constant({ method: 'get' as const, path }),
      method: fc.constant('GET'),
      path: fc.tuple(target, query).map(([before, text]) => `${BASE}/partner-accounts${before}${text && `?${text}`}`),
      headers: headers(known),
    })
  const ACCOUNT_PATH = '/partner-accounts/{account_id}'
  const { pattern = '' } = (document.paths?.[ACCOUNT_PATH]?.get?.parameters?.[0] as { schema: Schema }).schema
  return fc.oneof(
    // Checking a password is slow, so sign-ins are less frequent.
    { weight: 1, arbitrary: post('/tokens', usually(bodyOf('PartnerTokenRequestModel'), signIn)) },
    { weight: 3, arbitrary: post('/partner-accounts', bodyOf('PartnerAccountPostModel')) },
    { weight: 2, arbitrary: get('/partner-accounts', fc.constant('')) },
    {
      weight: 3,
      arbitrary: get(
        ACCOUNT_PATH,
        identifier(pattern, known).map((id) => `/${id}`),
      ),
    },
  ) satisfies fc.Arbitrary<GeneratedRequest>
}
