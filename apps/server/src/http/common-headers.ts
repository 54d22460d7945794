import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * On every answer. Bodies carry secrets and personal data: nobody keeps a copy on the way, and no browser takes them
 * for a page, loads anything for them or shows them in a frame. Pages say what they need themselves. Addresses, one
 * of which has a token, are told to nobody.
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
