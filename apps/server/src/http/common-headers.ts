import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * On every response. Bodies contain secrets and personal data: no cache stores them, and no browser renders or frames
 * them. Pages replace what they need. URLs, some of which contain a token, are sent to nobody.
 *
 * `@fastify/helmet` cannot set these headers on the responses to bytes that are not HTTP, which have no reply
 * (`edge.test.ts`): two sets of headers would differ some day.
 */
export const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.headers(COMMON_HEADERS)
}
