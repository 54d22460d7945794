import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy to the service that loses responses. */
export interface FlakyWay {
  /** Goes for the service's own. */
  baseUrl: string
  /** Loses the responses of all creations after the first `creations`. The service processes them. */
  loseAnswersAfter(creations: number): void
  stop(): Promise<void>
}

const PASSED_ON = ['authorization', 'content-type', 'idempotency-key']

export async function startFlakyWay(serviceUrl: string): Promise<FlakyWay> {
  const { origin, pathname } = new URL(serviceUrl)
  let answered = Infinity
  const server = createServer((request, response) => void pass(request, response))
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = 'GET', url = '' } = request
    const headers = Object.fromEntries(PASSED_ON.map((name) => [name, String(request.headers[name] ?? '')]))
    const body = method === 'GET' ? null : Buffer.concat(chunks)
    const answer = await fetch(origin + url, { method, headers, body })
    const content = await answer.text()
    const isCreation = method === 'POST' && url.endsWith('/partner-accounts')
    if (isCreation && answered-- <= 0) request.socket.destroy()
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(content)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    loseAnswersAfter: (creations) => void (answered = creations),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
