import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

/** What goes wrong between a client and the service. */
export type Fault =
  /** Nothing. */
  | 'none'
  /** The connection breaks, and the service has seen nothing. */
  | 'dropped before'
  /** The service has processed the request, and its response never arrives. */
  | 'dropped after'
  /** Half of the response arrives. */
  | 'cut body'
  /** The response is delayed. */
  | 'delayed'
  /** Something on the way is busy. */
  | '429'
  /** A proxy responds with 502 after the service has processed the request. */
  | '502 after'

export interface FaultProxy {
  /** `{base_url}` through the proxy. */
  baseUrl: string
  /** What happened, request by request. */
  faults: Fault[]
  close(): Promise<void>
}

const DELAY_MS = 150

/** @param next returns the fault of a request by its method and path */
export async function startFaultProxy(serviceUrl: string, next: (line: string) => Fault): Promise<FaultProxy> {
  const target = new URL(serviceUrl)
  const faults: Fault[] = []
  const server = createServer((request, response) => {
    const fault = next(`${request.method} ${request.url}`)
    faults.push(fault)
    pass(target, request, response, fault).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}${target.pathname}`,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function pass(target: URL, request: IncomingMessage, response: ServerResponse, fault: Fault): Promise<void> {
  const body = await buffer(request)
  if (fault === 'dropped before') return void response.destroy()
  if (fault === '429') return void response.writeHead(429, { 'retry-after': '0' }).end('busy')

  const answer = await ask(target, request, body)
  if (fault === 'dropped after') return void response.destroy()
  if (fault === '502 after') return void response.writeHead(502).end('<h1>Bad gateway</h1>')
  if (fault === 'delayed') await wait(DELAY_MS)
  response.writeHead(answer.status, answer.headers)
  if (fault !== 'cut body') return void response.end(answer.body)
  response.write(answer.body.subarray(0, answer.body.length / 2), () => response.destroy())
}

function ask(target: URL, { method, url, headers }: IncomingMessage, body: Buffer) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    const asked = forward({ host: target.hostname, port: target.port, method, path: url, headers }, (answer) => {
      buffer(answer).then((body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }), reject)
    })
    asked.once('error', reject)
    asked.end(body)
  })
}
