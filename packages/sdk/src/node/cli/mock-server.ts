import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { partnerAccountsService, type PartnerAccountsService, type RateLimit } from '../../testing/index.ts'

export interface MockServer {
  readonly service: PartnerAccountsService
  close(): Promise<void>
}

/** Starts the fake service on loopback. Port 0 chooses a free one. */
export async function startMockServer({
  port = 0,
  rateLimit,
}: {
  port?: number
  rateLimit?: RateLimit
}): Promise<MockServer> {
  const server = createServer((request, response) => {
    // `service.fetch` rejects for a planned connection failure.
    relay(service, request, response).catch(() => response.destroy())
  })
  await listen(server, port)
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/partners/v1`
  const service = partnerAccountsService({ baseUrl, ...(rateLimit && { rateLimit }) })
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { service, close }
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })

/** Passes a request to the fake service, and its response back. */
async function relay(
  service: PartnerAccountsService,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request
  const { pathname, origin } = new URL(service.baseUrl)
  if (!url.startsWith(pathname)) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end(`Requests go to ${service.baseUrl}\n`)
    return
  }
  const body = await buffer(request)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const forwarded = await service.fetch(origin + url, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(hasBody && { body }),
  })
  const content = await forwarded.text()
  response.writeHead(forwarded.status, Object.fromEntries(forwarded.headers)).end(content)
}
