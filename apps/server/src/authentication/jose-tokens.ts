import { randomUUID } from 'node:crypto'
import type { TokenIssuer, TokenSubject } from '@partner-accounts/core'
import type { KeyRing, TokenPurpose } from './key-ring.ts'
import { subjectClaims, toSubject } from './subject-claims.ts'
import { type VerifiedToken, VerifiedTokens } from './verified-tokens.ts'

const PARTNER_TOKEN: TokenPurpose = { type: 'JWT', audience: 'partners/v1' }

/** Issues and verifies partner tokens: JWTs signed with the first key of a keyring, valid under any key of it. */
export class JoseTokens implements TokenIssuer {
  readonly #keyRing: KeyRing
  readonly #lifetimeSeconds: number
  readonly #verified = new VerifiedTokens()
  readonly #verifyUncached = (token: string) => this.#verify(token)

  constructor(keyRing: KeyRing, lifetimeSeconds: number) {
    this.#keyRing = keyRing
    this.#lifetimeSeconds = lifetimeSeconds
  }

  issue(subject: TokenSubject): Promise<string> {
    const iat = Math.floor(Date.now() / 1000)
    const times = { iat, exp: iat + this.#lifetimeSeconds }
    return this.#keyRing.sign({ ...subjectClaims(subject), ...times, jti: randomUUID() }, PARTNER_TOKEN)
  }

  /** Returns the subject of the token, or `undefined` unless the service issued it and it is valid now. */
  async verify(token: string): Promise<TokenSubject | undefined> {
    return this.#verified.subjectOf(token, this.#verifyUncached)
  }

  async #verify(token: string): Promise<VerifiedToken | undefined> {
    const claims = await this.#keyRing.verify(token, PARTNER_TOKEN, ['jti'])
    const subject = claims && toSubject(claims)
    return subject && { subject, expiresAt: claims.exp ?? 0 }
  }
}
