import { hash } from 'node:crypto'
import type { TokenSubject } from '@partner-accounts/core'
import { LRUCache } from 'lru-cache'

/** The subject of a valid token, and when it expires. */
export interface VerifiedToken {
  subject: TokenSubject
  /** Seconds since 1970. */
  expiresAt: number
}

const MAX_TOKENS = 10_000

/**
 * Caches verified tokens by their SHA-256, so memory contains no credentials. A signature stays valid because the keyring
 * is read once, so only the expiry is checked again. `Authenticator` rejects tokens that were invalidated earlier.
 */
export class VerifiedTokens {
  readonly #tokens = new LRUCache<string, VerifiedToken>({ max: MAX_TOKENS })

  /**
   * Returns the subject of a token.
   *
   * @param verify returns `undefined` for an invalid token, which is not cached
   */
  async subjectOf(
    token: string,
    verify: (token: string) => Promise<VerifiedToken | undefined>,
  ): Promise<TokenSubject | undefined> {
    const digest = hash('sha256', token, 'base64')
    const known = this.#tokens.get(digest)
    // Like jose: valid until the second of its expiry.
    if (known) return known.expiresAt > Math.floor(Date.now() / 1000) ? known.subject : undefined
    const verified = await verify(token)
    if (verified) this.#tokens.set(digest, verified)
    return verified?.subject
  }
}
