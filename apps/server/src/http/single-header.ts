import { isAscii, isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'

/**
 * Returns a header. Node and proxies join a repeated header with commas. If its values are equal, returns one of them.
 */
export function singleHeader({ headers, raw }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]?.toString()
  if (value?.includes(',') !== true) return value
  const lines = raw.headersDistinct[name] ?? []
  const values = lines.length > 1 ? lines : value.split(/, ?/)
  return sharedValueOf(values) ?? value
}

const sharedValueOf = (values: readonly string[]): string | undefined =>
  new Set(values).size === 1 ? values[0] : undefined

/** Returns a header that was sent as UTF-8. Node reads headers as Latin-1, one character per byte. */
export function asUtf8(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const bytes = Buffer.from(header, 'latin1')
  return !isAscii(bytes) && isUtf8(bytes) ? bytes.toString() : header
}
