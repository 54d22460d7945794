import type { PortalUserAccess, PortalUserStore, TokenSubject } from '@partner-accounts/core'
import { LRUCache } from 'lru-cache'

/** A revoked permission must take effect within 10 s, including the time of the query. */
const TTL_MS = 5_000
const MAX_USERS = 10_000
/** The cached value of a user that does not exist. */
const NO_USER = Symbol('no such user')

/** Caches the permissions and states of portal users for a few seconds, so many requests of a user require one query. */
export class AccessCache {
  readonly #cache: LRUCache<string, PortalUserAccess | typeof NO_USER, TokenSubject>

  constructor(portalUsers: PortalUserStore) {
    this.#cache = new LRUCache<string, PortalUserAccess | typeof NO_USER, TokenSubject>({
      max: MAX_USERS,
      ttl: TTL_MS,
      // `lastKnown` returns expired entries, too.
      noDeleteOnStaleGet: true,
      fetchMethod: async (_key, _stale, { context: { userId, partnerId } }) =>
        (await portalUsers.findAccess(userId, partnerId)) ?? NO_USER,
    })
  }

  /**
   * Returns the user's access as it was at most a few seconds ago.
   *
   * @param subject the user's token. A cached entry with an earlier generation is read again
   * @returns `undefined` when the user does not exist
   */
  async find(subject: TokenSubject): Promise<PortalUserAccess | undefined> {
    const key = keyOf(subject)
    // For a fresh entry, `fetch` takes several times as long as `get`.
    const cached = this.#cache.get(key)
    const isCurrent = cached === NO_USER || (cached !== undefined && cached.tokenGeneration >= subject.tokenGeneration)
    const access = isCurrent ? cached : await this.#cache.forceFetch(key, { forceRefresh: true, context: subject })
    return access === NO_USER ? undefined : access
  }

  /**
   * Returns the access of the token's user that was read last, regardless of its age, without a query.
   *
   * @returns `null` when the user did not exist; `undefined` when nothing is cached
   */
  lastKnown(subject: TokenSubject): PortalUserAccess | null | undefined {
    const access = this.#cache.peek(keyOf(subject), { allowStale: true })
    return access === NO_USER ? null : access
  }
}

/** A user is looked up within its partner, so a token with another partner must not decide about the user's own tokens. */
const keyOf = ({ partnerId, userId }: TokenSubject) => `${partnerId} ${userId}`
