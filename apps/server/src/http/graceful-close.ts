import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Longer than any wait for the database. */
const CLOSE_TIMEOUT_MS = 5_000
/** Grace period for unused connections, whose first request may be in transit. */
const UNUSED_TIMEOUT_MS = 500

declare module 'fastify' {
  interface FastifyInstance {
    /** Starts draining: keeps serving, but sends `Connection: close` so that clients reconnect elsewhere. */
    drain(): void
    isDraining(): boolean
  }
}

/**
 * Closes each connection after its last response, because `app.close()` would wait for keep-alive connections, and a closing
 * Node server enforces no timeouts. Closes unused connections after 500 ms, and those of unfinished requests after
 * `timeoutMs`.
 */
export function closeConnectionsGracefully(app: FastifyInstance, timeoutMs = CLOSE_TIMEOUT_MS): void {
  let isDraining = false
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.decorate('drain', () => {
    isDraining = true
  })
  app.decorate('isDraining', () => isDraining)
  app.addHook('preClose', (done) => {
    app.drain()
    setTimeout(() => unused.forEach((socket) => socket.destroy()), UNUSED_TIMEOUT_MS).unref()
    setTimeout(() => app.server.closeAllConnections(), timeoutMs).unref()
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining) reply.header('connection', 'close')
    done()
  })
}
