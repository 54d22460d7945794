import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HttpServer {
  /** `http://127.0.0.1:<port>` */
  origin: string
  /** Breaks the open connections. New ones are still accepted. */
  closeConnections: () => void
  /** Breaks the open connections. Resolves when the server is closed. */
  stop: () => Promise<void>
}

/** Starts an HTTP server on a free loopback port. */
export async function startHttpServer(listener: RequestListener): Promise<HttpServer> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    closeConnections: () => server.closeAllConnections(),
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
