import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy to the service that loses responses. */
export interface LossyProxy {
  /** Address of the API through the proxy. */
  baseUrl: string
  /** Loses the responses of all creations after the next `creations`. The service processes them. */
  loseResponsesAfter(creations: number): void
  /** Delivers all later responses. */
  loseNoResponses(): void
  stop(): Promise<void>
}

const FORWARDED_HEADERS = ['authorization', 'content-type', 'idempotency-key']

export async function startLossyProxy(serviceUrl: string): Promise<LossyProxy> {
  const { origin, pathname } = new URL(serviceUrl)
  /** Number of creations until responses are lost; `undefined` if none is lost. */
  let creationsLeft: number | undefined
  const server = createServer((request, response) => void pass(request, response))
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = 'GET', url = '' } = request
    const headers = Object.fromEntries(FORWARDED_HEADERS.map((name) => [name, String(request.headers[name] ?? '')]))
    const body = method === 'GET' ? null : Buffer.concat(chunks)
    const upstream = await fetch(origin + url, { method, headers, body })
    const content = await upstream.text()
    const isCreation = method === 'POST' && url.endsWith('/partner-accounts')
    const isLost = isCreation && creationsLeft === 0
    if (isCreation && creationsLeft !== undefined) creationsLeft = Math.max(0, creationsLeft - 1)
    if (isLost) request.socket.destroy()
    else response.writeHead(upstream.status, { 'content-type': 'application/json' }).end(content)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    loseResponsesAfter: (creations) => {
      creationsLeft = creations
    },
    loseNoResponses: () => {
      creationsLeft = undefined
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
