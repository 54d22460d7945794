import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** No less than a request may take to arrive: nobody who is being answered is cut off. */
const CLOSE_WITHIN_MS = 10_000

/**
 * Lets the last answers take their connections with them: a client that keeps its connection open would otherwise
 * hold up `app.close()` until it lets go. Node stops looking after its time-outs while it closes, so who has sent
 * nothing yet is hung up on at once, and who leaves a request unfinished after a while.
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
    for (const socket of silent) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), withinMs).unref()
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
}
