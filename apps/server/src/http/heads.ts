import { RequestError } from '@partner-accounts/api'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Browsers behind several proxies send half as many. Node silently drops headers beyond 2,000. */
const MAX_HEADERS = 100

/** Excludes characters that end a URL's host. Otherwise lenient: load generators send `undefined:undefined`. */
const VALID_HOST = /^[^\s@/?#\\]*$/
/** Origin form, `*`, or absolute form without a user (RFC 9110, 4.2.4). */
const VALID_TARGET = /^(?:\/|\*$|https?:\/\/[^\s@/?#\\]*(?:[/?#]|$))/i

export function findHeadError({ raw, originalUrl }: FastifyRequest): RequestError | undefined {
  const { host } = raw.headers
  if (raw.rawHeaders.length / 2 > MAX_HEADERS) return new RequestError('header-too-large')
  // Required by HTTP/1.1 (RFC 9112, 3.2).
  const isHostValid = host === undefined ? raw.httpVersion !== '1.1' : VALID_HOST.test(host)
  return isHostValid && VALID_TARGET.test(originalUrl) ? undefined : new RequestError('bad-request')
}

/** The part of an absolute-form target before its path (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i

/**
 * Returns the target in origin form, and escapes the percent signs of an invalid encoding (`%ZZ`). The router would
 * reject it before the request is counted.
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

/** Returns the route's pattern or `unknown`, because the path may contain a CPF. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown'

/**
 * Bodies contain secrets and personal data, URLs tokens. `@fastify/helmet` cannot set headers on responses to invalid
 * HTTP, which have no reply.
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
