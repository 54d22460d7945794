import type { FastifyRequest } from 'fastify'

/** The kind of session that a page uses. Without CORS, pages of other origins cannot send it. */
const SESSION_HEADER = 'x-session'

/**
 * Returns whether the service's own page sent the request. Cookies count only then (CSRF), besides being
 * `SameSite=Strict`.
 */
export const isFromOwnPage = ({ headers }: FastifyRequest, kind: string, publicOrigin: string): boolean =>
  headers[SESSION_HEADER] === kind &&
  (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin' &&
  isOwnOrigin(headers, publicOrigin)

/**
 * Without TLS, browsers send only `Origin`, and only with POST. Pages also open at other addresses than the public one.
 */
const isOwnOrigin = ({ origin, host }: FastifyRequest['headers'], publicOrigin: string): boolean =>
  origin === undefined || origin === publicOrigin || (host !== undefined && hostOf(origin) === host)

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)
