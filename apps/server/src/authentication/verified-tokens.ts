import { hash } from 'node:crypto'
import type { TokenSubject } from '@partner-accounts/core'
import { LRUCache } from 'lru-cache'

/** A token that was found good, and until when it is. */
export interface VerifiedToken {
  subject: TokenSubject
  /** Seconds since 1970. */
  expiresAt: number
}

const MOST_TOKENS = 10_000

/**
 * Tokens that were found good, by their SHA-256: what is held in memory signs nobody in. Nothing can be withdrawn from
 * a token but by the keyring, which is read once, so its end is all that is looked at again.
 */
export class VerifiedTokens {
  readonly #tokens = new LRUCache<string, VerifiedToken>({ max: MOST_TOKENS })

  /** @param verify gives undefined for what is no token of ours: that is not kept */
  async subjectOf(
    token: string,
    verify: (token: string) => Promise<VerifiedToken | undefined>,
  ): Promise<TokenSubject | undefined> {
    const digest = hash('sha256', token, 'base64')
    const known = this.#tokens.get(digest)
    // By the clock of the verification: good before the second of its end.
    if (known) return known.expiresAt > Math.floor(Date.now() / 1000) ? known.subject : undefined
    const verified = await verify(token)
    if (verified) this.#tokens.set(digest, verified)
    return verified?.subject
  }
}
