import { RequestError } from '@partner-accounts/api'
import type { FastifyRequest } from 'fastify'

/** Browsers behind several proxies send half as many. Node silently drops headers beyond 2,000. */
const MAX_HEADERS = 100

/** Excludes characters that end a URL's host. Otherwise lenient: load generators send `undefined:undefined`. */
const VALID_HOST = /^[^\s@/?#\\]*$/
/** Origin form, `*`, or absolute form without a user (RFC 9110, 4.2.4). */
const VALID_TARGET = /^(?:\/|\*$|https?:\/\/[^\s@/?#\\]*(?:[/?#]|$))/i

/** Returns an error that Node would accept or report outside the envelope. */
export function findHeadError({ raw, originalUrl }: FastifyRequest): RequestError | undefined {
  const { host } = raw.headers
  if (raw.rawHeaders.length / 2 > MAX_HEADERS) return new RequestError('header-too-large')
  // Required by HTTP/1.1 (RFC 9112, 3.2).
  const isHostValid = host === undefined ? raw.httpVersion !== '1.1' : VALID_HOST.test(host)
  return isHostValid && VALID_TARGET.test(originalUrl) ? undefined : new RequestError('bad-request')
}
