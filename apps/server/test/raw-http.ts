import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestResponse, TestService } from './harness.ts'

export interface RawRequest {
  method: string
  /** The path from the root, sent in the request line without encoding or normalisation. */
  path: string
  /** Names and values in alternation. A header may occur twice. `host` is added unless it is the first header. */
  headers?: readonly string[]
  /** Sent as chunks, without Content-Length. */
  body?: readonly (string | Uint8Array)[]
}

/** Sends a request with any method, path and headers, including those that `fetch` rejects. */
export async function sendRaw(
  { origin }: TestService,
  { method, path, headers = [], body = [] }: RawRequest,
): Promise<TestResponse> {
  const { hostname, port, host } = new URL(origin)
  const defaultHost = headers[0] === 'host' ? [] : ['host', host]
  const request = httpRequest({ hostname, port, method, path, agent: false, headers: [...defaultHost, ...headers] })
  for (const piece of body) request.write(piece)
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  // The service may close the connection without reading the rest of the body.
  request.on('error', () => undefined)
  const received = await text(response)
  const entries = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string])
  return {
    status: response.statusCode ?? 0,
    headers: new Headers(entries),
    body: received === '' ? undefined : JSON.parse(received),
  }
}

/** Sends text over a new connection, and returns everything received until the service closes the connection. */
export async function exchange({ origin }: TestService, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  return text(socket)
}
