import type { FastifyReply, FastifyRequest } from 'fastify'

/** On every answer. Bodies carry secrets and personal data: nobody keeps a copy on the way. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.header('cache-control', 'no-store')
  reply.header('x-content-type-options', 'nosniff')
}
