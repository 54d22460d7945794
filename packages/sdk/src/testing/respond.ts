import { chooseLocale, pageLinks, type PartnerErrorKind, REST_OPERATIONS } from '@partner-accounts/rules'
import { newId } from '../http/ids.ts'
import { type Call, ENDPOINTS } from './endpoints.ts'
import type { Failure } from './failures.ts'
import type { TokenSubject } from './partner-tokens.ts'
import { Rejection } from './rejection.ts'
import type { Route } from './routes.ts'
import type { ServiceState } from './service-state.ts'

/** Rate limit key of all requests without a valid token, as if they came from the same address. */
const NETWORK = 'network'

/** Errors by the status of a planned failure, with their `Retry-After`. `Rejection` adds that of 503. */
const ERRORS = {
  409: { kind: 'idempotent-request-in-flight', retryAfterSeconds: 1 },
  429: { kind: 'rate-limited', retryAfterSeconds: 1 },
  500: { kind: 'internal', retryAfterSeconds: undefined },
  503: { kind: 'storage-unavailable', retryAfterSeconds: undefined },
} satisfies Record<number, { kind: PartnerErrorKind; retryAfterSeconds: number | undefined }>

export async function respond(
  state: ServiceState,
  request: Request,
  body: ArrayBuffer,
  route: Route,
  failure: Failure | undefined,
): Promise<Response> {
  const { headers } = request
  const requestId = requestIdOf(headers)
  const responseHeaders = new Headers({
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  try {
    const subject = state.tokens.read(headers.get('authorization'))
    if (subject?.mode === 'test') responseHeaders.set('x-mode', 'test')
    admit(state, subject, responseHeaders)
    throwPlannedError(failure)
    if (!route.operation) return respondWithAllow(request, route, responseHeaders)
    const delay = () => (failure?.kind === 'slow' ? sleep(failure.ms) : Promise.resolve())
    const call: Call = {
      state,
      url: new URL(request.url),
      headers,
      body,
      parameter: route.parameter,
      subject,
      delay,
    }
    const success = await ENDPOINTS[route.operation](call)
    if (success.isReplayed) responseHeaders.set('idempotent-replayed', 'true')
    const links = pageLinks(success.body, state.baseUrl, REST_OPERATIONS[route.operation].path)
    if (links !== undefined) responseHeaders.set('link', links)
    return toResponse(request, 200, responseHeaders, success.body)
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    const { status, retryAfterSeconds } = error
    if (status === 401) responseHeaders.set('www-authenticate', challenge(error, headers.get('authorization')))
    if (retryAfterSeconds !== undefined) responseHeaders.set('retry-after', String(retryAfterSeconds))
    const locale = chooseLocale(headers.get('accept-language') ?? undefined)
    responseHeaders.set('content-language', locale)
    const body = error.toBody(locale, requestId)
    responseHeaders.set('link', `<${state.baseUrl}/docs#error-${body._code ?? 'invalid-fields'}>; rel="help"`)
    return toResponse(request, status, responseHeaders, body)
  }
}

/** Returns the value of `WWW-Authenticate`, with an error only for a token that was sent and rejected. */
const challenge = ({ message }: Rejection, authorization: string | null): string =>
  message === ('unauthenticated' satisfies PartnerErrorKind) && /^Bearer +\S/i.test(authorization ?? '')
    ? 'Bearer realm="partners", error="invalid_token"'
    : 'Bearer realm="partners"'

/** Counts a request for its partner or, without a valid token, for its address (part 8). */
function admit(state: ServiceState, subject: TokenSubject | undefined, responseHeaders: Headers): void {
  const { requests, windowSeconds } = state.window.limit
  const decision = state.window.take(subject ? `partner:${subject.partner}` : NETWORK)
  responseHeaders.set('ratelimit-policy', `"default";q=${requests};w=${windowSeconds}`)
  responseHeaders.set('ratelimit', `"default";r=${decision.remaining};t=${decision.resetSeconds}`)
  if (!decision.isAllowed) throw new Rejection('rate-limited', decision.resetSeconds)
}

function throwPlannedError(failure: Failure | undefined): void {
  if (failure?.kind !== 'error') return
  const { kind, retryAfterSeconds } = ERRORS[failure.status]
  throw new Rejection(kind, failure.retryAfterSeconds ?? retryAfterSeconds)
}

/** OPTIONS gets `Allow`, other methods 405, unknown paths 404. */
function respondWithAllow({ method }: Request, { methods }: Route, responseHeaders: Headers): Response {
  if (methods.length === 0) throw new Rejection('route-not-found')
  responseHeaders.set('allow', methods.join(', '))
  if (method !== 'OPTIONS') throw new Rejection('method-not-allowed')
  return new Response(null, { status: 204, headers: responseHeaders })
}

function toResponse({ method }: Request, status: number, headers: Headers, body: object): Response {
  const text = JSON.stringify(body)
  headers.set('content-type', 'application/json; charset=utf-8')
  headers.set('content-length', String(new TextEncoder().encode(text).byteLength))
  return new Response(method === 'HEAD' ? null : text, { status, headers })
}

/** Returns the caller's request id if it is safe in a log line, or a new one. */
function requestIdOf(headers: Headers): string {
  const given = headers.get('x-request-id') ?? ''
  return /^[\w.-]{1,64}$/.test(given) ? given : newId()
}

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
