/** Reads `Retry-After` (RFC 9110, 10.2.3), in seconds or as a date, as milliseconds from now. */
export function readRetryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? ''
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  // An invalid or past date is ignored.
  return waitMs >= 0 ? waitMs : undefined
}
