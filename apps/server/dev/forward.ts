import { type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http'

const FORWARDED_FOR = 'x-forwarded-for'

/**
 * Forwards a request to the service, with unchanged headers and the address of the caller.
 *
 * @param hasTrustedProxies whether the service uses the caller's `X-Forwarded-For`
 */
export function forward(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
  hasTrustedProxies: boolean,
): void {
  const headers = headersOf(request, hasTrustedProxies)
  const outgoing = sendRequest({ host: '127.0.0.1', port, method: request.method, path: request.url, headers })
  outgoing.on('response', (incoming) => {
    response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, incoming.rawHeaders)
    incoming.pipe(response)
    incoming.on('error', () => response.destroy())
  })
  outgoing.on('error', () => {
    if (response.headersSent) response.destroy()
    else sendUnavailable(response)
  })
  response.on('close', () => outgoing.destroy())
  request.pipe(outgoing)
}

export function sendUnavailable(response: ServerResponse): void {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' })
  response.end('The service is not running: the terminal of pnpm dev shows the reason.\n')
}

function headersOf({ rawHeaders, socket }: IncomingMessage, hasTrustedProxies: boolean): string[] {
  const headers: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    if (name.toLowerCase() !== FORWARDED_FOR || hasTrustedProxies) headers.push(name, value)
  }
  headers.push(FORWARDED_FOR, socket.remoteAddress ?? '')
  return headers
}
