import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Headers of every response. They prevent caching, because bodies contain secrets and personal data. They also prevent
 * referrers, because URLs contain tokens. `@fastify/helmet` cannot set them, because responses to invalid HTTP have no
 * `reply`.
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

export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.headers(COMMON_HEADERS)
}
