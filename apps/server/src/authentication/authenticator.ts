import type { Caller } from '@partner-accounts/api'
import type { TokenSubject } from '@partner-accounts/core'
import { bearerToken } from './bearer.ts'
import type { AccessCache } from './access-cache.ts'
import type { JoseTokens } from './jose-tokens.ts'

/** Tells who calls, in two steps: the first costs no look-up, so that requests can be counted before the second. */
export class Authenticator {
  readonly #tokens: JoseTokens
  readonly #rights: AccessCache

  constructor(tokens: JoseTokens, rights: AccessCache) {
    this.#tokens = tokens
    this.#rights = rights
  }

  /** Whom an `Authorization` header speaks for; undefined whatever is wrong with it. */
  async readToken(authorization: string | undefined): Promise<TokenSubject | undefined> {
    const token = bearerToken(authorization)
    return token === undefined ? undefined : this.#tokens.verify(token)
  }

  /** The caller, with the rights it has now. A token whose user is gone is nobody's. */
  async identify(subject: TokenSubject | undefined): Promise<Caller> {
    const access = subject && (await this.#rights.find(subject.userId))
    return access && access.partnerId === subject.partnerId ? { kind: 'portal-user', access } : { kind: 'anonymous' }
  }
}
