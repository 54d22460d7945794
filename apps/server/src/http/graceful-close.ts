import type { FastifyInstance } from 'fastify'

/**
 * Lets the last answers take their connections with them: a client that keeps its connection open would otherwise
 * hold up `app.close()` until it lets go.
 */
export function closeConnectionsGracefully(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
}
