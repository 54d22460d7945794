import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Headers of every response. Bodies contain secrets and personal data, so caches must not store them and browsers must not
 * render or frame them, nor give other origins access to their windows or bodies. Pages override single headers. Browsers
 * send no referrer, because some URLs contain a token. They ignore `strict-transport-security` over plain HTTP (RFC 6797, 8.1).
 *
 * `@fastify/helmet` is not used: it cannot set headers on responses to invalid HTTP, which have no reply (`edge.test.ts`),
 * and two sets of headers would diverge.
 */
export const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
}

/** Sets the headers of every response. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.headers(COMMON_HEADERS)
}
