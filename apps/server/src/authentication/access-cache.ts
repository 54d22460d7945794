import type { PortalUserAccess, PortalUserStore, TokenSubject } from '@partner-accounts/core'
import { LRUCache } from 'lru-cache'

/** A revoked permission must take effect within 10 s, including the query. */
const TTL_MS = 5_000
const MAX_USERS = 10_000
const NO_USER = Symbol('no such user')

export type AccessCache = ReturnType<typeof createAccessCache>

export function createAccessCache(portalUsers: PortalUserStore) {
  const cache = new LRUCache<string, PortalUserAccess | typeof NO_USER, TokenSubject>({
    max: MAX_USERS,
    ttl: TTL_MS,
    // For `lastKnown`.
    noDeleteOnStaleGet: true,
    fetchMethod: async (_key, _stale, { context: { userId, partnerId } }) =>
      (await portalUsers.findAccess(userId, partnerId)) ?? NO_USER,
  })

  return {
    /** At most a few seconds old; `undefined` for an unknown user. Reads entries of an older token generation again. */
    async find(subject: TokenSubject): Promise<PortalUserAccess | undefined> {
      const key = keyOf(subject)
      // For a fresh entry, `fetch` takes several times as long.
      const cached = cache.get(key)
      const isCurrent =
        cached === NO_USER || (cached !== undefined && cached.tokenGeneration >= subject.tokenGeneration)
      const access = isCurrent ? cached : await cache.forceFetch(key, { forceRefresh: true, context: subject })
      return access === NO_USER ? undefined : access
    },

    /** Of any age: `null` for an unknown user, `undefined` when nothing is cached. */
    lastKnown(subject: TokenSubject): PortalUserAccess | null | undefined {
      const access = cache.peek(keyOf(subject), { allowStale: true })
      return access === NO_USER ? null : access
    },
  }
}

/** With the partner: another partner's token decides nothing about the user's own. */
const keyOf = ({ partnerId, userId }: TokenSubject) => `${partnerId} ${userId}`
