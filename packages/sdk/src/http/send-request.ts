import { ConnectionError } from '../errors/errors.ts'
import { parseObject, type Shape } from '../options/checks.ts'
import type { Connection } from '../options/connection.ts'
import type { Leave } from '../rate-limit/waits.ts'
import type { CallScope } from '../runtime/call-scope.ts'
import { IS_BROWSER_BUILD } from '../runtime/browser-build.ts'
import { now } from '../runtime/event-loop.ts'
import { isNeverSent } from './connection-failure.ts'
import { newId } from './ids.ts'
import { readApiError } from './read-api-error.ts'
import { hideWhenPrinted, mask } from './redact.ts'
import { VERSION } from './version.ts'

export interface ApiRequest {
  /** The described path, for logs: the actual path may contain a tax ID. */
  route: string
  /** Path and query, if they differ from `route`. */
  path?: string
  /** JSON. Its presence makes the request a POST. */
  body?: string
  headers?: Record<string, string | undefined>
  /** Texts to mask in error messages. */
  secrets?: readonly (string | false | undefined)[]
  /** Fields of every success, to recognize responses of proxies and to other requests. */
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

/** What a sign-in lacks is optional. */
export interface Attempt extends CallScope {
  headers?: Readonly<Record<string, string>> | undefined
  token?: string
  leave?: Leave | undefined
  waitedMs?: number
}

const JSON_TYPE = 'application/json'

/** @throws ApiError, ConnectionError, what a hook throws, or the reason of the call's signal */
export async function sendRequest(
  { baseUrl, options, log, state }: Connection,
  { route, path, body, headers: own, secrets = [], expected }: ApiRequest,
  call: Attempt,
): Promise<ApiResponse<Record<string, unknown>>> {
  // Looked up for each request, because the global one may be replaced.
  const { fetch = globalThis.fetch, defaultHeaders, hooks = {} } = options
  const { attempt, token } = call
  const masked = [token, ...secrets]
  const signal = call.newSignal()
  const method = body ? 'POST' : 'GET'
  const headers = new Headers()
  const given: Record<string, string | undefined> = {
    accept: JSON_TYPE,
    'x-request-id': newId(),
    // Browsers send their own, and a custom one would require a CORS preflight.
    'user-agent': 'document' in globalThis ? undefined : `partner-accounts-sdk/${VERSION}`,
    ...defaultHeaders,
    ...call.headers,
    ...own,
    'content-type': body && JSON_TYPE,
    authorization: token && `Bearer ${token}`,
  }
  for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.set(name, value)
  const outgoing = { method, url: baseUrl + (path || route), headers, attempt }
  await hooks.beforeRequest?.(outgoing)

  let requestId = (call.requestId = headers.get('x-request-id') ?? '')
  const startedAt = now()
  let response!: Response
  let text: string
  call.isSent = true
  try {
    const read = async () => {
      // Following a redirect would turn a POST into a GET, and send secrets elsewhere.
      response = await fetch(outgoing.url, { method, headers, body: body ?? null, signal, redirect: 'manual' })
      state.isEstablished = true
      if (response.status !== 429) state.acceptedAt = now()
      call.leave?.(response)
      return response.text()
    }
    // A custom `fetch` or its body may ignore the signal.
    text = await call.orAborted(read())
  } catch (cause) {
    const error: unknown = call.isAborted ? call.reason : connectionError(cause, baseUrl, state, masked, requestId)
    await hooks.onRequestError?.({ error, requestId, durationMs: now() - startedAt }, outgoing)
    throw error
  }
  const durationMs = now() - startedAt
  const { status } = response
  requestId = response.headers.get('x-request-id') ?? requestId
  const received = { status, headers: response.headers, requestId }
  log('debug', `${method} ${route}: ${status} in ${durationMs.toFixed()} ms, request ${requestId}`)
  await hooks.afterResponse?.({ ...received, durationMs, waitedMs: call.waitedMs ?? 0 }, outgoing)

  const data = parseObject(text)
  const names = Object.keys(expected)
  if (response.ok && data && names.every((name) => expected[name]!(data[name])))
    return { ...received, data: hideWhenPrinted(data) }
  throw readApiError(received, mask(text, masked), data, baseUrl + route, names)
}

function connectionError(
  error: unknown,
  baseUrl: string,
  { isEstablished }: Connection['state'],
  secrets: readonly (string | false | undefined)[],
  requestId: string,
): ConnectionError {
  const { cause = error } = error as { cause?: unknown }
  const { code = '', message = '' } = cause as { code?: string; message?: string }
  // Deno's message contains the URL, and with it a tax ID.
  const reason = mask(`${code} ${message}`.trim().replace(/https?:\/\/[^\s"')]+/g, '[url]'), secrets)
  const details = { requestId, cause: error }
  if (IS_BROWSER_BUILD || !isNeverSent(error, isEstablished))
    return new ConnectionError(`The connection broke: ${reason}`, { sent: true, ...details })
  const { origin } = new URL(baseUrl)
  return new ConnectionError(`${origin} could not be reached: ${reason}`, { sent: false, ...details })
}
