import { RequestError } from '@partner-accounts/api'
import type { FastifyRequest } from 'fastify'

/** Browsers behind several proxies send half as many. Node drops what is beyond 2,000, without a word. */
const MOST_HEADERS = 100

/**
 * What Node would let pass, or answer in words of its own.
 *
 * @returns what is wrong with the head of a request
 */
export function headFault({ raw }: FastifyRequest): RequestError | undefined {
  if (raw.rawHeaders.length / 2 > MOST_HEADERS) return new RequestError('header-too-large')
  // RFC 9112, 3.2.
  if (raw.headers.host === undefined && raw.httpVersion === '1.1') return new RequestError('bad-request')
  return undefined
}
