import { hash, randomUUID } from 'node:crypto'
import type { TokenSubject } from '@partner-accounts/core'
import { LRUCache } from 'lru-cache'
import { type KeyRing, nowSeconds, type TokenPurpose } from './key-ring.ts'
import { subjectClaims, toSubject } from './subject-claims.ts'

const PARTNER_TOKEN: TokenPurpose = { type: 'JWT', audience: 'partners/v1' }
const MAX_CACHED = 10_000

interface VerifiedToken {
  subject: TokenSubject
  /** Seconds since 1970. */
  expiresAt: number
}

export type JoseTokens = ReturnType<typeof createJoseTokens>

export function createJoseTokens(keyRing: KeyRing, lifetimeSeconds: number) {
  // The cache keys are hashes of tokens, so memory contains no credentials. `verify` checks only the expiry of a cached
  // token. `Authenticator` rejects invalidated tokens.
  const verified = new LRUCache<string, VerifiedToken>({ max: MAX_CACHED })

  return {
    issue: (subject: TokenSubject): Promise<string> =>
      keyRing.sign({ ...subjectClaims(subject), jti: randomUUID() }, PARTNER_TOKEN, lifetimeSeconds),

    /** Returns `undefined` unless the service issued the token and it is valid. */
    async verify(token: string): Promise<TokenSubject | undefined> {
      const digest = hash('sha256', token, 'base64')
      const known = verified.get(digest)
      // Like jose, rejects a token from the second of its expiry on.
      if (known) return known.expiresAt > nowSeconds() ? known.subject : undefined
      const claims = await keyRing.verify(token, PARTNER_TOKEN, ['jti'])
      const subject = claims && toSubject(claims)
      if (subject) verified.set(digest, { subject, expiresAt: claims.exp ?? 0 })
      return subject
    },
  }
}
