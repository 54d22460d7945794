import { RequestError } from '@partner-accounts/api'
import type { FastifyRequest } from 'fastify'

/** Browsers behind several proxies send half as many. Node silently drops headers beyond 2,000. */
const MAX_HEADERS = 100

const HOST = String.raw`(?:\[[\da-f:.]+\]|[\w.-]*)(?::\d{0,5})?`
const VALID_HOST = new RegExp(`^${HOST}$`, 'i')
/** Origin form, `*`, or absolute form without a user (RFC 9110, 4.2.4). */
const VALID_TARGET = new RegExp(`^(?:/|\\*$|https?://${HOST}(?:[/?#]|$))`, 'i')

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
