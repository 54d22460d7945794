import type { PortalUserAccess, PortalUserStore, TokenSubject } from '@partner-accounts/core'
import { LRUCache } from 'lru-cache'

/** Half of the 10 s in which a revoked permission must take effect. The other half is for the query. */
const TTL_MS = 5_000
const MAX_USERS = 10_000
const NO_USER = Symbol('no such user')

export type AccessCache = ReturnType<typeof createAccessCache>

export function createAccessCache(portalUsers: PortalUserStore) {
  const cache = new LRUCache<string, PortalUserAccess | typeof NO_USER, TokenSubject>({
    max: MAX_USERS,
    ttl: TTL_MS,
    // `lastKnown` returns expired entries, too.
    noDeleteOnStaleGet: true,
    fetchMethod: async (_key, _stale, { context: { userId, partnerId } }) =>
      (await portalUsers.findAccess(userId, partnerId)) ?? NO_USER,
  })

  return {
    /**
     * Returns access that is at most a few seconds old; `undefined` for an unknown user. Reads an entry again if it is
     * older than the token.
     */
    async find(subject: TokenSubject): Promise<PortalUserAccess | undefined> {
      const key = keyOf(subject)
      const isCurrent = (access: PortalUserAccess | typeof NO_USER | undefined) =>
        access === NO_USER || (access !== undefined && access.tokenGeneration >= subject.tokenGeneration)
      const read = () => cache.forceFetch(key, { forceRefresh: true, context: subject })
      // `fetch` takes several times as long as `get` when the entry is fresh.
      const cached = cache.get(key)
      let access = cached !== undefined && isCurrent(cached) ? cached : await read()
      // Concurrent calls share a query. It may have begun before the token was issued.
      if (!isCurrent(access)) access = await read()
      return access === NO_USER ? undefined : access
    },

    /** Returns cached access of any age: `null` for an unknown user, `undefined` when nothing is cached. */
    lastKnown(subject: TokenSubject): PortalUserAccess | null | undefined {
      const access = cache.peek(keyOf(subject), { allowStale: true })
      return access === NO_USER ? null : access
    },
  }
}

/**
 * The key contains the partner, so that a token with another partner cannot replace the entry of the user's own
 * partner.
 */
const keyOf = ({ partnerId, userId }: TokenSubject) => `${partnerId} ${userId}`
