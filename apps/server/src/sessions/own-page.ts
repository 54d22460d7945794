import type { FastifyRequest } from 'fastify'

/** Names the kind of session that a page uses. Pages of other origins cannot send it, because the service allows no CORS. */
const SESSION_HEADER = 'x-session'

/**
 * Returns whether a page of the service sent the request. Cookies count for such requests only, so a stranger's page can
 * neither read nor change anything (CSRF). Besides, browsers do not send `SameSite=Strict` cookies for other sites.
 *
 * @param kind the kind of session that the page uses. One browser may have sessions of several kinds
 */
export const isFromOwnPage = ({ headers }: FastifyRequest, kind: string): boolean =>
  headers[SESSION_HEADER] === kind && (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'
