import { RequestError } from '@partner-accounts/api'
import { LIMITS } from '@partner-accounts/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the client waits for `100 Continue` before it sends the body. */
    isAwaitingContinue: boolean
  }
}

const expectsContinue = ({ raw: { headers } }: FastifyRequest): boolean =>
  headers.expect?.toLowerCase() === '100-continue'

/**
 * Sends `100 Continue` only before a body is read. Node would send it before the rate limit, authentication and the length
 * check.
 */
export function continueBeforeBodies(app: FastifyInstance): void {
  // Requests with an unknown expectation are handled, too, because Node's own rejection has no error envelope.
  for (const event of ['checkContinue', 'checkExpectation'])
    app.server.on(event, (request, response) => app.server.emit('request', request, response))

  app.decorateRequest('isAwaitingContinue', false)
  app.addHook('onRequest', (request, _reply, next) => {
    request.isAwaitingContinue = expectsContinue(request)
    next()
  })
  app.addHook('preParsing', (request, reply, _payload, next) => {
    // Without a route, no body is read.
    if (!request.isAwaitingContinue || request.is404) return next()
    if (Number(request.raw.headers['content-length']) > LIMITS.bodyBytes)
      return next(new RequestError('body-too-large'))
    request.isAwaitingContinue = false
    reply.raw.writeContinue()
    next()
  })
  app.addHook('onSend', (request, reply, _payload, next) => {
    // The client may send the body or not, so what follows on the connection is unknown.
    if (request.isAwaitingContinue) reply.header('connection', 'close')
    next()
  })
}
