import { type CallScope, orAborted } from './call-scope.ts'
import { parseObject } from '../options/checks.ts'
import type { Hooks, OutgoingRequest } from '../options/client-options.ts'
import { ConnectionError } from '../errors/errors.ts'
import { newId } from './ids.ts'
import { readApiError } from './read-api-error.ts'
import { hideWhenPrinted, mask } from './redact.ts'
import type { Leave } from '../rate-limit/rate-limit-pacer.ts'
import { VERSION } from './version.ts'

/** One request of the specified interface. */
export interface ApiRequest {
  /** Its path as the interface describes it, for logs: the real one may hold somebody's CPF. */
  route: string
  /** The real one, with its query, if it is another. */
  path?: string
  /** In JSON. With one it is a POST, else a GET. */
  body?: string
  headers?: Record<string, string>
  /** What must not be repeated in any error. */
  secrets?: readonly string[]
}

/** An answer with what surrounds it. */
export interface ApiResponse<T> {
  data: T
  status: number
  headers: Headers
  requestId: string
}

/** What all requests of a client have in common. */
export interface ExchangeOptions {
  /** Without trailing slash. */
  baseUrl: string
  fetch: typeof globalThis.fetch
  defaultHeaders: Readonly<Record<string, string>>
  hooks: Hooks
  debug: (message: string) => void
}

/** When a request goes out, and for how long. */
export interface Turn {
  scope: CallScope
  attempt: number
  /** Gives its place in the rate limit back. */
  leave: Leave
  /** Whether it may have gone out. */
  isSent?: boolean
}

/** Connections that never came about, as Node, Bun and Deno name them: the service has seen nothing. */
const NEVER_SENT = /refused|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|CERT/i

/** Browsers name themselves, and ask servers for leave to be named otherwise. */
const USER_AGENT = 'document' in globalThis ? {} : { 'user-agent': `partner-accounts-sdk/${VERSION}` }

/**
 * Sends one request and reads its whole answer.
 *
 * @throws ApiError, ConnectionError, what a hook throws, or the reason of the scope's signal
 */
export async function exchange(
  options: ExchangeOptions,
  request: ApiRequest,
  turn: Turn,
): Promise<ApiResponse<Record<string, unknown>>> {
  const { hooks, debug } = options
  const { scope, attempt } = turn
  const { route, path = route, body, secrets = [] } = request
  const method = body ? 'POST' : 'GET'
  const outgoing = { method, url: options.baseUrl + path, headers: headersOf(options, request), attempt }
  await hooks.beforeRequest?.(outgoing)

  scope.requestId = outgoing.headers.get('x-request-id') ?? undefined
  const startedAt = performance.now()
  const { response, text } = await send(options, request, outgoing, turn)
  const { status, headers } = response
  const answer = { status, headers, requestId: headers.get('x-request-id') ?? scope.requestId ?? '' }
  const durationMs = performance.now() - startedAt
  debug(`${method} ${route}: ${status} in ${Math.round(durationMs)} ms, request ${answer.requestId}`)
  await hooks.afterResponse?.({ ...answer, durationMs }, outgoing)

  const data = parseObject(text)
  if (response.ok && data) return { ...answer, data: hideWhenPrinted(data) }
  throw readApiError({ ...answer, data, text: mask(text, secrets) })
}

function headersOf({ defaultHeaders }: ExchangeOptions, request: ApiRequest): Headers {
  const headers = new Headers({ accept: 'application/json', ...USER_AGENT })
  const own = { 'x-request-id': newId(), ...request.headers }
  for (const [name, value] of [...Object.entries(defaultHeaders), ...Object.entries(own)]) headers.set(name, value)
  if (request.body) headers.set('content-type', 'application/json')
  return headers
}

async function send(
  { fetch, baseUrl }: ExchangeOptions,
  { body, secrets = [] }: ApiRequest,
  { url, method, headers }: OutgoingRequest,
  turn: Turn,
): Promise<{ response: Response; text: string }> {
  const { scope, leave } = turn
  const { signal, requestId } = scope
  turn.isSent = true
  try {
    // A redirect would turn a POST into a GET, and take secrets elsewhere.
    const init = { method, headers, body: body ?? null, signal, redirect: 'manual' } as const
    const answered = fetch(url, init).then(async (response) => {
      leave(response)
      return { response, text: await response.text() }
    })
    // A `fetch` of the partner's own may not listen to the signal, least of all while the body comes in.
    return await orAborted(answered, signal)
  } catch (error) {
    leave()
    if (signal.aborted) throw signal.reason
    const { cause = error } = error as { cause?: unknown }
    const { code = '', message = '' } = cause as { code?: string; message?: string }
    const why = mask(`${code} ${message}`, secrets)
    const sent = !NEVER_SENT.test(why)
    const what = sent ? 'The connection broke' : `${new URL(baseUrl).origin} could not be reached`
    throw new ConnectionError(`${what}: ${why}`, sent, requestId, error)
  }
}
