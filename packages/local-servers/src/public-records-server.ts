import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PublicRecordsServer {
  url: string
  requested: string[]
  stop(): Promise<void>
}

export interface RecordResponse {
  status?: number
  headers?: Record<string, string>
  /** JSON unless it is a string. */
  body?: unknown
}

/**
 * Starts a fake of the public records of addresses and companies, which returns 404 for unknown paths.
 *
 * @param responses by path and query; `never` leaves a request without a response
 */
export async function startPublicRecords(
  responses: Readonly<Record<string, RecordResponse | 'never'>>,
): Promise<PublicRecordsServer> {
  const requested: string[] = []
  const server = createServer(({ url = '' }, response) => {
    requested.push(url)
    const known = responses[url] ?? { status: 404, body: { message: 'not found' } }
    if (known === 'never') return
    const { status = 200, headers = {}, body = '' } = known
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
