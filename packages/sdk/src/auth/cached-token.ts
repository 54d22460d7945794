import { expect, isToken, parseObject, succeeds } from '../options/checks.ts'

/** A token and when it expires, by this machine's clock. */
export interface CachedToken {
  token: string
  expiresAt: number
}

/** Uses the token's lifetime rather than its `exp` where this machine's clock is behind the service's. */
export function toCached(token: string): CachedToken {
  expect(isToken(token), 'token must be ASCII without spaces.')
  const now = Date.now() / 1_000
  const { iat = now, exp = Infinity } = readClaims(token)
  const remainingSeconds = exp - Math.max(iat, now)
  return { token, expiresAt: 1_000 * (now + (remainingSeconds > 0 ? remainingSeconds : exp - iat)) }
}

/** Returns the claims of a JWT, unverified. Any other token has none, and is used until the service rejects it. */
function readClaims(token: string): { iat?: number; exp?: number } {
  let payload = ''
  succeeds(() => (payload = atob(token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/'))))
  return parseObject(payload) ?? {}
}
