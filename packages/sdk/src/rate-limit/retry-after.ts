/**
 * Reads `Retry-After` (RFC 9110, 10.2.3). Compares a date with the response's own `Date`, because the client's clock
 * may be wrong.
 */
export function readRetryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? ''
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  const waitMs = +value * 1_000 || Date.parse(value) - now
  // Ignores invalid and past dates.
  return waitMs > 0 ? waitMs : undefined
}
