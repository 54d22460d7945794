import type { Caller } from '@partner-accounts/api'
import {
  isActive,
  isPermitted,
  type PortalUserAccess,
  TEST_MODE_PERMISSIONS,
  type TokenSubject,
} from '@partner-accounts/core'
import type { AccessCache } from './access-cache.ts'
import type { JoseTokens } from './jose-tokens.ts'

export const ANONYMOUS: Caller = { kind: 'anonymous' }

export type Authenticator = ReturnType<typeof createAuthenticator>

/** Identifies callers in two steps. Requests are counted after the first step, which requires no query. */
export function createAuthenticator(tokens: JoseTokens, accessCache: AccessCache) {
  async function accessOf(subject: TokenSubject): Promise<PortalUserAccess | undefined> {
    const access = await accessCache.find(subject)
    return access && isOfToken(access, subject) ? access : undefined
  }

  return {
    async readToken(authorization: string): Promise<TokenSubject | undefined> {
      const token = bearerToken(authorization)
      return token === undefined ? undefined : tokens.verify(token)
    },

    /**
     * Returns the partner whose rate limit counts the request, without a query; `undefined` if the cache shows an
     * invalidated token, an inactive or deleted user, or a suspended partner.
     */
    rateLimitedPartnerId(subject: TokenSubject | undefined): string | undefined {
      if (!subject) return undefined
      const { partnerId, tokenGeneration } = subject
      const known = accessCache.lastKnown(subject)
      // The user was deleted.
      if (known === null) return undefined
      // An entry older than the token does not count, because the user has had a new token generation since then.
      if (known === undefined || known.tokenGeneration < tokenGeneration) return partnerId
      return isOfToken(known, subject) && isActive(known) ? partnerId : undefined
    },

    /**
     * Returns the caller: anonymous if the token was invalidated or its user deleted. If a live user opened test mode, the
     * caller has only permissions that the live user has, too.
     */
    async identify(subject: TokenSubject | undefined, expectedMode: string | undefined): Promise<Caller> {
      const access = subject && (await accessOf(subject))
      if (!access) return ANONYMOUS
      const { sessionId, openedBy } = subject
      if (!openedBy) return { kind: 'portal-user', access, sessionId, openedBy, expectedMode }
      const opener = await accessOf(openedBy)
      if (!opener || !isPermitted(opener, TEST_MODE_PERMISSIONS)) return ANONYMOUS
      const permissions = access.permissions.filter((permission) => opener.permissions.includes(permission))
      return { kind: 'portal-user', access: { ...access, permissions }, sessionId, openedBy, expectedMode }
    },
  }
}

const isOfToken = (access: PortalUserAccess, { partnerId, tokenGeneration, sessionId }: TokenSubject): boolean =>
  access.partnerId === partnerId &&
  access.tokenGeneration === tokenGeneration &&
  (sessionId === undefined || !access.endedSessions.includes(sessionId))

/** Matches a bearer token (RFC 6750, 2.1). The scheme is case-insensitive (RFC 9110, 11.1). */
const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i

export const bearerToken = (authorization: string | undefined): string | undefined =>
  BEARER.exec(authorization ?? '')?.[1]
