import type { Caller } from '@partner-accounts/api'
import { isActive, type TokenSubject } from '@partner-accounts/core'
import type { AccessCache } from './access-cache.ts'
import { bearerToken } from './bearer.ts'
import type { JoseTokens } from './jose-tokens.ts'

/** Identifies callers in two steps. The first costs no query, so that requests are counted before the second. */
export class Authenticator {
  readonly #tokens: JoseTokens
  readonly #rights: AccessCache

  constructor(tokens: JoseTokens, rights: AccessCache) {
    this.#tokens = tokens
    this.#rights = rights
  }

  /** Returns the subject of the token in an `Authorization` header, or `undefined` whatever is wrong with it. */
  async readToken(authorization: string | undefined): Promise<TokenSubject | undefined> {
    const token = bearerToken(authorization)
    return token === undefined ? undefined : this.#tokens.verify(token)
  }

  /**
   * Returns the partner whose budget the request uses up: the token's, unless the rights last read say that the token
   * has ended, its user is inactive or gone, or the partner is suspended. Costs no query.
   */
  payingPartner(subject: TokenSubject | undefined): string | undefined {
    if (!subject) return undefined
    const { userId, partnerId, tokenGeneration } = subject
    const known = this.#rights.lastKnown(userId)
    // The rights of an earlier generation say nothing about this token: its user has come back since.
    if (known === undefined || (known && known.tokenGeneration < tokenGeneration)) return partnerId
    return known && isOfToken(known, subject) && isActive(known) ? partnerId : undefined
  }

  /** Returns the caller with its present rights. A token that has ended, or whose user is gone, is nobody's. */
  async identify(subject: TokenSubject | undefined): Promise<Caller> {
    const access = subject && (await this.#rights.find(subject.userId, subject.tokenGeneration))
    return access && isOfToken(access, subject) ? { kind: 'portal-user', access } : { kind: 'anonymous' }
  }
}

const isOfToken = (access: Omit<TokenSubject, 'userId'>, subject: TokenSubject): boolean =>
  access.partnerId === subject.partnerId && access.tokenGeneration === subject.tokenGeneration
