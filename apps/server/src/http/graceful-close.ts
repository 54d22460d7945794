import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** No less than a request may take to arrive: nobody who is being answered is cut off. */
const CLOSE_WITHIN_MS = 10_000

/** A request may be on its way on a connection that has been silent so far. */
const SILENT_FOR_MS = 500

/**
 * Lets the last answers take their connections with them: a client that keeps its connection open would otherwise
 * hold up `app.close()` until it lets go. Node stops looking after its time-outs while it closes, so who has sent
 * nothing yet is hung up on soon, and who leaves a request unfinished after a while.
 */
export function closeConnectionsGracefully(app: FastifyInstance, withinMs = CLOSE_WITHIN_MS): void {
  let closing = false
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.addHook('preClose', (done) => {
    closing = true
    setTimeout(() => silent.forEach((socket) => socket.destroy()), SILENT_FOR_MS).unref()
    setTimeout(() => app.server.closeAllConnections(), withinMs).unref()
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
}
