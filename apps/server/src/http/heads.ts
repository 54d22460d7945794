import { RequestError } from '@partner-accounts/api'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Twice what browsers behind several proxies send. Node silently drops headers beyond 2,000. */
const MAX_HEADERS = 100

/** Excludes characters that end a URL's host. Load generators send `undefined:undefined`. */
const VALID_HOST = /^[^\s@/?#\\]*$/
/** Origin form, `*`, or absolute form without a user (RFC 9110, 4.2.4). */
const VALID_TARGET = /^(?:\/|\*$|https?:\/\/[^\s@/?#\\]*(?:[/?#]|$))/i

export function findHeadError({ raw, originalUrl }: FastifyRequest): RequestError | undefined {
  const { host } = raw.headers
  if (raw.rawHeaders.length / 2 > MAX_HEADERS) return new RequestError('header-too-large')
  // HTTP/1.1 requires it (RFC 9112, 3.2).
  const isHostValid = host === undefined ? raw.httpVersion !== '1.1' : VALID_HOST.test(host)
  return isHostValid && VALID_TARGET.test(originalUrl) ? undefined : new RequestError('bad-request')
}

/** Before the path of an absolute-form target (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i

/**
 * Returns the origin form, and escapes the percent signs of invalid encodings (`%ZZ`), which the router would reject
 * before counting.
 */
export function normalizeTarget(target: string): string {
  if (target.startsWith('/') && !target.includes('%')) return target
  const relative = target.replace(ORIGIN, '')
  const [path = '', ...query] = (relative === '' || relative.startsWith('?') ? `/${relative}` : relative).split('?')
  const escaped = isDecodable(path) ? path : path.replaceAll('%', '%25')
  return [escaped, ...query].join('?')
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Returns the pattern or `unknown`: the path may contain a CPF. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown'

/**
 * Bodies contain secrets and personal data, URLs tokens. `@fastify/helmet` covers no responses to invalid HTTP, which
 * have no reply.
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
