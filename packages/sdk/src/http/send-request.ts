import { ConnectionError } from '../errors/errors.ts'
import { parseObject } from '../options/checks.ts'
import type { Hooks, OutgoingRequest } from '../options/client-options.ts'
import type { Leave } from '../rate-limit/rate-limit-pacer.ts'
import { type CallScope, orAborted } from '../runtime/call-scope.ts'
import { isNeverSent } from './connection-failure.ts'
import { newId } from './ids.ts'
import { readApiError } from './read-api-error.ts'
import { hideWhenPrinted, mask } from './redact.ts'
import { VERSION } from './version.ts'

/** A request of the specified interface. */
export interface ApiRequest {
  /** The path as the interface describes it, for logs: the actual path may contain a CPF or CNPJ. */
  route: string
  /** The actual path with its query, if it differs from `route`. */
  path?: string
  /** JSON text. A request with a body is a POST, one without is a GET. */
  body?: string
  headers?: Record<string, string>
  /** Texts that no error message may repeat. */
  secrets?: readonly string[]
  /** Fields of every success, to recognize responses that are not the service's. */
  expected: readonly string[]
}

/** The content of a response with its status, headers and request id. */
export interface ApiResponse<T> {
  /** The content. */
  data: T
  /** HTTP status. */
  status: number
  /** The response's headers. */
  headers: Headers
  /** Identifies the request in the service's log. */
  requestId: string
}

/** What all requests of a client have in common. */
export interface Connection {
  /** Without trailing slash. */
  baseUrl: string
  fetch: typeof globalThis.fetch
  defaultHeaders: Readonly<Record<string, string>>
  hooks: Hooks
  debug: (message: string) => void
  /** Shared by all clients of this address: whether a connection was ever established. */
  state: { isEstablished: boolean }
}

/** One attempt of a call. */
export interface Attempt {
  scope: CallScope
  number: number
  /** Gives the slot in the rate limit back. */
  leave: Leave
  /** Whether the request may have been sent. */
  isSent?: boolean
}

/** Browsers send their own, and would ask the server for permission to send another one. */
const USER_AGENT = 'document' in globalThis ? {} : { 'user-agent': `partner-accounts-sdk/${VERSION}` }

/**
 * Sends a request and reads the complete response.
 *
 * @throws ApiError, ConnectionError, what a hook throws, or the reason of the scope's signal
 */
export async function sendRequest(
  connection: Connection,
  request: ApiRequest,
  attempt: Attempt,
): Promise<ApiResponse<Record<string, unknown>>> {
  const { hooks, debug } = connection
  const { scope } = attempt
  const { route, path = route, body, secrets = [], expected } = request
  const method = body ? 'POST' : 'GET'
  const headers = buildHeaders(connection, request)
  const outgoing = { method, url: connection.baseUrl + path, headers, attempt: attempt.number }
  await hooks.beforeRequest?.(outgoing)

  scope.requestId = headers.get('x-request-id') ?? undefined
  const startedAt = performance.now()
  const durationMs = () => performance.now() - startedAt
  const { response, text } = await fetchText(connection, request, outgoing, attempt).catch(async (error: unknown) => {
    await hooks.onRequestError?.({ error, requestId: scope.requestId, durationMs: durationMs() }, outgoing)
    throw error
  })
  const { status } = response
  const received = {
    ...{ status, headers: response.headers },
    requestId: response.headers.get('x-request-id') ?? scope.requestId ?? '',
  }
  debug(`${method} ${route}: ${status} in ${Math.round(durationMs())} ms, request ${received.requestId}`)
  await hooks.afterResponse?.({ ...received, durationMs: durationMs() }, outgoing)

  const data = parseObject(text)
  if (response.ok && data && expected.every((field) => data[field] !== undefined))
    return { ...received, data: hideWhenPrinted(data) }
  throw readApiError({ ...received, data, text: mask(text, secrets), address: connection.baseUrl + route, expected })
}

function buildHeaders({ defaultHeaders }: Connection, request: ApiRequest): Headers {
  const headers = new Headers({ accept: 'application/json', ...USER_AGENT, 'x-request-id': newId() })
  const given = [...Object.entries(defaultHeaders), ...Object.entries(request.headers ?? {})]
  for (const [name, value] of given) headers.set(name, value)
  if (request.body) headers.set('content-type', 'application/json')
  return headers
}

async function fetchText(
  { fetch, baseUrl, state }: Connection,
  { body, secrets = [] }: ApiRequest,
  { url, method, headers }: OutgoingRequest,
  attempt: Attempt,
): Promise<{ response: Response; text: string }> {
  const { scope, leave } = attempt
  const { signal, requestId } = scope
  attempt.isSent = true
  try {
    // Following a redirect would turn a POST into a GET, and send secrets elsewhere.
    const init = { method, headers, body: body ?? null, signal, redirect: 'manual' } as const
    const fetched = fetch(url, init).then(async (response) => {
      state.isEstablished = true
      leave(response)
      return { response, text: await response.text() }
    })
    // A custom `fetch` may ignore the signal, and so may the body.
    return await orAborted(fetched, signal)
  } catch (error) {
    leave()
    if (signal.aborted) throw signal.reason
    const { cause = error } = error as { cause?: unknown }
    const { code = '', message = '' } = cause as { code?: string; message?: string }
    // Deno's message contains the URL, and with it a CPF or CNPJ.
    const reason = mask(`${code} ${message}`.trim().replace(/https?:\/\/[^\s"')]+/g, '[url]'), secrets)
    const sent = !isNeverSent(error, state.isEstablished)
    const what = sent ? 'The connection broke' : `${new URL(baseUrl).origin} could not be reached`
    throw new ConnectionError(`${what}: ${reason}`, sent, requestId, error)
  }
}
