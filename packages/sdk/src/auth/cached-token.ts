import { expect, isToken, parseObject, succeeds } from '../options/checks.ts'

/** `expiresAt` is in this machine's time. */
export interface CachedToken {
  token: string
  expiresAt: number
}

/** Uses the token's lifetime instead of its `exp` when this machine's clock is slow. */
export function toCached(token: string): CachedToken {
  expect(isToken(token), 'token must be ASCII without spaces.')
  const now = Date.now() / 1_000
  const { iat = now, exp = Infinity } = readClaims(token)
  const remainingSeconds = exp - Math.max(iat, now)
  return { token, expiresAt: 1_000 * (now + (remainingSeconds > 0 ? remainingSeconds : exp - iat)) }
}

/** Reads the claims without verifying them. An opaque token has none and is used until the service rejects it. */
function readClaims(token: string): { iat?: number; exp?: number } {
  let payload = ''
  succeeds(() => (payload = atob(token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/'))))
  return parseObject(payload) ?? {}
}
