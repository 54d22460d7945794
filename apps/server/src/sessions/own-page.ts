import type { FastifyRequest } from 'fastify'

/** Names the kind of session that a page uses. Pages of other origins cannot send it, because the service allows no CORS. */
const SESSION_HEADER = 'x-session'

/**
 * Returns whether a page of the service sent the request. Cookies count for such requests only, so a stranger's page can
 * neither read nor change anything (CSRF). Besides, browsers do not send `SameSite=Strict` cookies for other sites.
 *
 * @param kind the kind of session that the page uses. One browser may have sessions of several kinds
 * @param publicOrigin the origin of the service's pages
 */
export const isFromOwnPage = ({ headers }: FastifyRequest, kind: string, publicOrigin: string): boolean =>
  headers[SESSION_HEADER] === kind &&
  (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin' &&
  isOwnOrigin(headers, publicOrigin)

/** Without TLS, browsers send only `Origin`, and with POST only. Pages are also opened by other addresses than the public one. */
const isOwnOrigin = ({ origin, host }: FastifyRequest['headers'], publicOrigin: string): boolean =>
  origin === undefined || origin === publicOrigin || (host !== undefined && hostOf(origin) === host)

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)
