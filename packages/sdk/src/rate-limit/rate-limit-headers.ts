/**
 * What the service reports about the partner's rate limit (draft-ietf-httpapi-ratelimit-headers), under the name
 * `default`. Gateways report theirs in the same headers, under other names.
 */
export interface ReportedLimit {
  readonly requests: number
  readonly windowMs: number
  /** Requests left in the window. */
  readonly remaining: number
  /** Time until `remaining` grows. */
  readonly nextFreeMs: number
}

/** Returns `undefined` if the response does not report the service's policy. */
export function readRateLimit(headers: Headers): ReportedLimit | undefined {
  const policy = readItem(headers, 'ratelimit-policy')
  const state = readItem(headers, 'ratelimit')
  const requests = readParameter(policy, 'q')
  const windowMs = readParameter(policy, 'w') * 1_000
  const remaining = readParameter(state, 'r')
  const nextFreeMs = readParameter(state, 't') * 1_000
  // Missing numbers are NaN. A limit of 0 would stop the client for good.
  const isComplete = requests > 0 && windowMs > 0 && remaining >= 0 && nextFreeMs >= 0
  return isComplete ? { requests, windowMs, remaining, nextFreeMs } : undefined
}

const readItem = (headers: Headers, name: string): string =>
  /(?:^|,)\s*"default"([^,]*)/.exec(headers.get(name) ?? '')?.[1] ?? ''

const readParameter = (item: string, name: string): number => Number(new RegExp(`;\\s*${name}=(\\d+)`).exec(item)?.[1])

/**
 * Returns the wait that `Retry-After` asks for (RFC 9110, 10.2.3), or `undefined` for 0, invalid and past dates. Compares
 * a date with the response's own `Date`, because the client's clock may be wrong.
 */
export function readRetryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? ''
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  const isDate = value.includes(':')
  const waitMs = isDate ? Date.parse(value) - now : Number(value) * 1_000
  return waitMs > 0 ? waitMs : undefined
}
