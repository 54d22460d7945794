import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestResponse, TestService } from './harness.ts'

export interface RawRequest {
  method: string
  /** From the root, as it is to stand in the request line: nothing is encoded or normalised. */
  path: string
  /** Name, value, name, value …: a header may come twice. */
  headers?: readonly string[]
  /** Pieces go out as chunks, without a content length. */
  body?: readonly (string | Uint8Array)[]
}

/** What `fetch` will not send: any method, any path, any headers. */
export async function sendRaw(
  { origin }: TestService,
  { method, path, headers = [], body = [] }: RawRequest,
): Promise<TestResponse> {
  const { hostname, port, host } = new URL(origin)
  const ownHost = headers[0] === 'host' ? [] : ['host', host]
  const request = httpRequest({ hostname, port, method, path, agent: false, headers: [...ownHost, ...headers] })
  for (const piece of body) request.write(piece)
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const received = await text(response)
  const entries = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string])
  return {
    status: response.statusCode ?? 0,
    headers: new Headers(entries),
    body: received === '' ? undefined : JSON.parse(received),
  }
}

/** Sends bytes as they are and gives everything that comes back until the service hangs up. */
export async function exchange({ origin }: TestService, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  return text(socket)
}
