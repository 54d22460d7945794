import type { OperationId, REST_OPERATIONS } from '@partner-accounts/rules'
import { ConnectionError } from '../errors/errors.ts'
import { messageOf, parseObject, type Shape } from '../options/checks.ts'
import type { Connection } from '../options/connection.ts'
import type { Fetch, FetchInit, OutgoingRequest } from '../options/client-options.ts'
import { RATE_LIMITED } from '../errors/error-codes.ts'
import { readRateLimit } from '../rate-limit/rate-limit-headers.ts'
import type { CallScope } from '../runtime/call-scope.ts'
import { isBrowser } from '../runtime/is-browser.ts'
import { IS_BROWSER_BUILD } from '../runtime/browser-build.ts'
import { now } from '../runtime/event-loop.ts'
import { isNeverSent, proxyRejection, statusOfProxy, type SystemError } from './connection-failure.ts'
import { newId } from './ids.ts'
import { readApiError } from './read-api-error.ts'
import { hideWhenPrinted, mask } from './redact.ts'
import { VERSION } from './version.ts'

type Operations = typeof REST_OPERATIONS

/** The method and the path template of an operation. Logs contain the template, because the path may contain a tax ID. */
export type RestRoute = {
  [Id in OperationId]: { method: Operations[Id]['method']; route: Operations[Id]['path'] }
}[OperationId]

export type ApiRequest = RestRoute & {
  /** Path and query, if they differ from `route`. */
  path?: string
  /** JSON. */
  body?: string
  headers?: Record<string, string | undefined>
  /** Texts to mask in error messages. */
  secrets?: readonly (string | false | null | undefined)[]
  /** The fields of every successful response. A response without them is a proxy's, or belongs to another request. */
  expected: Shape
}

/** Content, status, headers and request id. */
export interface ApiResponse<T> {
  data: T
  status: number
  headers: Headers
  /** Identifies the request in the service's log. */
  requestId: string
}

export interface Attempt {
  readonly scope: CallScope
  /** Number of the attempt, from 1. */
  readonly number: number
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Passed to `afterResponse`. */
  readonly waitedMs?: number | undefined
  /** Called when the headers of a response arrive. */
  readonly onResponse?: (response: Response) => void
}

export interface FailedAttempt {
  readonly error: unknown
  /** True if the request may have been sent. */
  readonly isSent?: boolean
  /** Whether the request was rejected because the rate limit is used up. Such an attempt does not count as a failure. */
  readonly isRateLimited?: boolean | undefined
}

export type AttemptOutcome = { readonly response: ApiResponse<Record<string, unknown>> } | FailedAttempt

interface ReceivedResponse {
  readonly response: Response
  readonly text: string
  readonly requestId: string
  readonly durationMs: number
}

const JSON_TYPE = 'application/json'
/** Causes may be circular. */
const MAX_CAUSES = 10

/** Sends one request. Failures are returned, not thrown. */
export async function sendRequest(
  connection: Connection,
  request: ApiRequest,
  attempt: Attempt,
): Promise<AttemptOutcome> {
  const { hooks } = connection.options
  const { scope, waitedMs = 0 } = attempt
  let isSent = false
  try {
    const outgoing = describeRequest(connection, request, attempt)
    await scope.orAborted(hooks?.beforeRequest?.(outgoing))
    isSent = true
    const received = await exchange(connection, request, attempt, outgoing)
    const { requestId, durationMs } = received
    const { status, headers } = received.response
    const took = `${status} in ${durationMs.toFixed()} ms, request ${requestId}`
    connection.log('debug', `${outgoing.method} ${request.route}: ${took}`)
    await scope.orAborted(hooks?.afterResponse?.({ status, headers, requestId, durationMs, waitedMs }, outgoing))
    return readResponse(connection, request, attempt, received)
  } catch (error) {
    return { error, isSent }
  }
}

function describeRequest(
  { baseUrl, options }: Connection,
  { method, route, path, body, headers: requestHeaders }: ApiRequest,
  { token, headers: callHeaders, number: attempt }: Attempt,
): OutgoingRequest {
  const headers = new Headers()
  const values: Record<string, string | undefined> = {
    accept: JSON_TYPE,
    'x-request-id': newId(),
    // Browsers send their own, and a custom one would require a CORS preflight.
    ...(!IS_BROWSER_BUILD && !isBrowser() && { 'user-agent': `partner-accounts-sdk/${VERSION}` }),
    ...options.defaultHeaders,
    ...callHeaders,
    ...requestHeaders,
    'content-type': body && JSON_TYPE,
    authorization: token && `Bearer ${token}`,
  }
  for (const [name, value] of Object.entries(values)) if (value !== undefined) headers.set(name, value)
  return { method, url: baseUrl + (path || route), headers, attempt }
}

/**
 * Sends the request and reads the complete response.
 *
 * @throws ConnectionError, the scope's reason if it is aborted, or the error of a hook
 */
async function exchange(
  connection: Connection,
  request: ApiRequest,
  attempt: Attempt,
  outgoing: OutgoingRequest,
): Promise<ReceivedResponse> {
  const { options, state } = connection
  const { scope } = attempt
  // Looked up for each request, because the global one may be replaced.
  const { fetch = globalThis.fetch, hooks } = options
  const { method, url, headers } = outgoing
  const { body = null } = request
  const sentId = headers.get('x-request-id') ?? ''
  scope.requestId = sentId
  const startedAt = now()
  const read = async (): Promise<ReceivedResponse> => {
    const init: FetchInit = {
      method,
      // Not an instance of Headers: another `fetch` may have a separate class.
      headers: Object.fromEntries(headers),
      body,
      signal: scope.newSignal(),
      // Following a redirect would turn a POST into a GET, and send secrets elsewhere.
      redirect: 'manual',
    }
    if (!IS_BROWSER_BUILD && mayContainSecrets(request) && knowsCacheMode()) init.cache = 'no-store'
    const response = IS_BROWSER_BUILD ? ((await fetch(url, init)) as Response) : await fetchWithSignal(fetch, url, init)
    if (!IS_BROWSER_BUILD) state.isEstablished = true
    if (response.status !== 429) state.acceptedAt = now()
    attempt.onResponse?.(response)
    const text = await response.text()
    return { response, text, requestId: response.headers.get('x-request-id') ?? sentId, durationMs: now() - startedAt }
  }
  try {
    // A custom `fetch` or its body may ignore the signal.
    return await scope.orAborted(read())
  } catch (cause) {
    const error: unknown = scope.isAborted
      ? scope.reason
      : connectionError(cause, connection, sentId, secretsOf(request, attempt))
    await scope.orAborted(
      hooks?.onRequestError?.({ error, requestId: sentId, durationMs: now() - startedAt }, outgoing),
    )
    throw error
  }
}

/**
 * Calls `fetch`, and again without a signal if it rejects the signal's class: jsdom replaces `AbortController`, and Node's
 * `fetch` then rejects the signal before it sends anything. Without a signal, aborting ends the call, but not its request.
 */
async function fetchWithSignal(fetch: Fetch, url: string, init: FetchInit): Promise<Response> {
  try {
    return (await fetch(url, init)) as Response
  } catch (error) {
    if (!messageOf(error).includes('instance of AbortSignal')) throw error
    return (await fetch(url, { ...init, signal: null })) as Response
  }
}

/**
 * Returns whether the response may contain secrets. Next.js would store such a response on disk without `no-store`.
 * Browsers follow the response's header.
 */
const mayContainSecrets = ({ body, headers }: ApiRequest): boolean => !!body || !!headers?.['x-secret']

/** Returns whether requests support the option `cache`, which some versions of Cloudflare Workers reject. */
const knowsCacheMode = (): boolean => typeof Request === 'function' && 'cache' in Request.prototype

const secretsOf = ({ secrets = [] }: ApiRequest, { token }: Attempt) => [token, ...secrets]

function readResponse(
  { baseUrl }: Connection,
  request: ApiRequest,
  attempt: Attempt,
  { response, text: body, requestId }: ReceivedResponse,
): AttemptOutcome {
  const { route, expected } = request
  const { status, headers } = response
  const data = parseObject(body)
  const names = Object.keys(expected)
  if (response.ok && data && names.every((name) => expected[name]!(data[name]))) {
    return { response: { data: hideWhenPrinted(data), status, headers, requestId } }
  }
  // Only a proxy responds with 407, and it has not forwarded the request: the error has `sent: false`.
  if (!IS_BROWSER_BUILD && status === 407) {
    return { error: proxyRejection('407', { requestId }), isSent: true }
  }
  const text = mask(body, secretsOf(request, attempt))
  const error = readApiError({ status, headers, requestId, text, data, address: baseUrl + route, expected: names })
  // After failed sign-ins, or from a gateway, a 429 does not mean that the rate limit is used up.
  const isUsedUp = readRateLimit(headers)?.remaining === 0
  return { error, isSent: true, isRateLimited: error.code === RATE_LIMITED && !!error.retryAfterMs && isUsedUp }
}

function connectionError(
  error: unknown,
  { baseUrl, state }: Connection,
  requestId: string,
  secrets: ReturnType<typeof secretsOf>,
): ConnectionError {
  const description = IS_BROWSER_BUILD ? messageOf(error) : describeInnermostCause(error)
  const reason = mask(description, secrets)
  const details = { requestId, cause: error }
  if (!IS_BROWSER_BUILD) {
    const proxyStatus = statusOfProxy(error, description)
    if (proxyStatus) return proxyRejection(proxyStatus, details)
    if (isNeverSent(error, state.isEstablished)) {
      const { origin } = new URL(baseUrl)
      return new ConnectionError(`${origin} could not be reached: ${reason}`, { sent: false, ...details })
    }
  }
  return new ConnectionError(`The connection broke: ${reason}`, { sent: true, ...details })
}

/** Describes the innermost cause, where undici has the reason. Errors of browsers have no causes. */
function describeInnermostCause(error: unknown): string {
  let innermost = (error ?? {}) as SystemError
  for (let depth = 0; depth < MAX_CAUSES; depth += 1) {
    innermost = innermost.cause ?? innermost.errors?.[0] ?? innermost
  }
  const { code = '', message = '' } = innermost
  // Deno's message contains the URL, and with it a tax ID.
  return `${code} ${message.replace(/https?:\/\/[^\s"')]+/g, '[url]')}`.trim()
}
