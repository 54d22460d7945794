import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Whoever waits for a database that hangs has an answer by then, and most of what is still arriving is here. */
const CLOSE_WITHIN_MS = 5_000
/** A request may be on its way on a connection that has been silent so far. */
const SILENT_FOR_MS = 500

declare module 'fastify' {
  interface FastifyInstance {
    /** Takes leave: goes on answering, and asks everyone to come back by another connection, to another instance. */
    drain(): void
    isDraining(): boolean
  }
}

/**
 * Lets the last answers take their connections with them: a client that keeps its connection open would otherwise
 * hold up `app.close()` until it lets go. Node stops looking after its time-outs while it closes, so who has sent
 * nothing yet is hung up on soon, and who leaves a request unfinished after a while.
 */
export function closeConnectionsGracefully(app: FastifyInstance, withinMs = CLOSE_WITHIN_MS): void {
  let draining = false
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.decorate('drain', () => void (draining = true))
  app.decorate('isDraining', () => draining)
  app.addHook('preClose', (done) => {
    app.drain()
    setTimeout(() => silent.forEach((socket) => socket.destroy()), SILENT_FOR_MS).unref()
    setTimeout(() => app.server.closeAllConnections(), withinMs).unref()
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) reply.header('connection', 'close')
    done()
  })
}
