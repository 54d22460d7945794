import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

/** What goes wrong between a client and the service. */
export type Failure =
  /** The request succeeds. */
  | 'none'
  /** The connection breaks before the service receives the request. */
  | 'dropped before'
  /** The service has processed the request, and its response never arrives. */
  | 'dropped after'
  /** Half of the response arrives. */
  | 'cut body'
  /** The response is delayed. */
  | 'delayed'
  /** A proxy responds with 429, and the service receives nothing. */
  | '429'
  /** A proxy responds with 502 after the service has processed the request. */
  | '502 after'

export interface FailingProxy {
  /** `{base_url}` through the proxy. */
  baseUrl: string
  /** What went wrong with each request so far, including `none`. */
  outcomes: Failure[]
  close(): Promise<void>
}

const DELAY_MS = 150

/**
 * Starts a proxy that makes requests fail.
 *
 * @param chooseFailure returns what goes wrong with a request, by its method and path
 */
export async function startFailingProxy(
  serviceUrl: string,
  chooseFailure: (line: string) => Failure,
): Promise<FailingProxy> {
  const target = new URL(serviceUrl)
  const outcomes: Failure[] = []
  const server = createServer((request, response) => {
    const failure = chooseFailure(`${request.method} ${request.url}`)
    outcomes.push(failure)
    pass(target, request, response, failure).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}${target.pathname}`,
    outcomes,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function pass(target: URL, request: IncomingMessage, response: ServerResponse, failure: Failure): Promise<void> {
  const body = await buffer(request)
  if (failure === 'dropped before') return void response.destroy()
  if (failure === '429') return void response.writeHead(429, { 'retry-after': '0' }).end('busy')

  const received = await forward(target, request, body)
  if (failure === 'dropped after') return void response.destroy()
  if (failure === '502 after') return void response.writeHead(502).end('<h1>Bad gateway</h1>')
  if (failure === 'delayed') await wait(DELAY_MS)
  response.writeHead(received.status, received.headers)
  if (failure !== 'cut body') return void response.end(received.body)
  response.write(received.body.subarray(0, received.body.length / 2), () => response.destroy())
}

function forward(target: URL, { method, url, headers }: IncomingMessage, body: Buffer) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    const forwarded = sendRequest(
      { host: target.hostname, port: target.port, method, path: url, headers },
      (response) => {
        buffer(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          reject,
        )
      },
    )
    forwarded.once('error', reject)
    forwarded.end(body)
  })
}
