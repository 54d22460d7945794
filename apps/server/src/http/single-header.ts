import { isAscii, isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'

/**
 * Returns a header. Equal values of a repeated one count as one: Node and proxies join them with a comma.
 */
export function singleHeader({ headers, raw }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]?.toString()
  if (value?.includes(',') !== true) return value
  const lines = raw.headersDistinct[name] ?? []
  const values = lines.length > 1 ? lines : value.split(/, ?/)
  return equalValue(values) ?? value
}

const equalValue = (values: readonly string[]): string | undefined =>
  new Set(values).size === 1 ? values[0] : undefined

/** Node reads headers as Latin-1, which makes a character of UTF-8 several ones. */
export function asUtf8(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const bytes = Buffer.from(header, 'latin1')
  return !isAscii(bytes) && isUtf8(bytes) ? bytes.toString() : header
}
