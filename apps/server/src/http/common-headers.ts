import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Headers of every response. Bodies contain secrets and personal data, so caches must not store them and browsers must not
 * render or frame them. Pages override single headers. Browsers send no referrer, because some URLs contain a token.
 *
 * `@fastify/helmet` is not used: it cannot set headers on responses to invalid HTTP, which have no reply (`edge.test.ts`),
 * and two sets of headers would diverge.
 */
export const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Sets the headers of every response. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.headers(COMMON_HEADERS)
}
