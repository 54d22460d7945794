/**
 * Reads `Retry-After` (RFC 9110, 10.2.3) as milliseconds from now. A date is compared with the response's own `Date`,
 * as the client's clock may be wrong. Returns `undefined` if there is nothing to wait for.
 */
export function readRetryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? ''
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  const waitMs = +value * 1_000 || Date.parse(value) - now
  // An invalid or past date is ignored.
  return waitMs > 0 ? waitMs : undefined
}
