const POLICY = /^(?:.*,\s*)?"default";q=(\d+);w=(\d+).*\n(?:.*,\s*)?"default";r=(\d+);t=(\d+)/

/**
 * Reads the service's policy (draft-ietf-httpapi-ratelimit-headers): requests, seconds, requests left, and seconds until
 * there are more. Gateways report theirs in the same headers, under other names.
 *
 * @returns nothing if there is none
 */
export const readRateLimit = (headers: Headers | undefined): readonly number[] =>
  POLICY.exec(`${headers?.get('ratelimit-policy')}\n${headers?.get('ratelimit')}`)
    ?.slice(1)
    .map(Number) ?? []

/** RFC 9110, 10.2.3. Compares a date with the response's own `Date`, because the client's clock may be wrong. */
export function readRetryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? ''
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  const waitMs = +value * 1_000 || Date.parse(value) - now
  // Ignores invalid and past dates.
  return waitMs > 0 ? waitMs : undefined
}
