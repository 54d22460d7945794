import { RequestError } from '@partner-accounts/api'
import type { FastifyRequest } from 'fastify'

/** Browsers behind several proxies send half as many. Node silently drops headers beyond 2,000. */
const MAX_HEADERS = 100

/** Nothing that would end the host of a URL. Otherwise lenient: load generators send `undefined:undefined`. */
const VALID_HOST = /^[^\s@/?#\\]*$/
/** Origin form, `*`, or absolute form without a user (RFC 9110, 4.2.4). */
const VALID_TARGET = /^(?:\/|\*$|https?:\/\/[^\s@/?#\\]*(?:[/?#]|$))/i

/**
 * Checks what Node lets pass or reports outside of the envelope.
 *
 * @returns what is wrong with the head of a request, or undefined
 */
export function headFault({ raw, originalUrl }: FastifyRequest): RequestError | undefined {
  const { host } = raw.headers
  if (raw.rawHeaders.length / 2 > MAX_HEADERS) return new RequestError('header-too-large')
  // RFC 9112, 3.2: HTTP/1.1 requires the header.
  const isHostValid = host === undefined ? raw.httpVersion !== '1.1' : VALID_HOST.test(host)
  return isHostValid && VALID_TARGET.test(originalUrl) ? undefined : new RequestError('bad-request')
}
