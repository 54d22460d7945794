import type { PortalUserAccess, PortalUserStore } from '@partner-accounts/core'
import { LRUCache } from 'lru-cache'

/** A withdrawn right must take effect within 10 s; the query itself may take a few of them. */
const TTL_MS = 5_000
const MAX_USERS = 10_000
/** What the cache keeps of a user that does not exist. */
const NO_USER = Symbol('no such user')

/** Caches the rights of portal users for a few seconds: many requests of one user cost one query. */
export class AccessCache {
  readonly #cache: LRUCache<string, PortalUserAccess | typeof NO_USER>

  constructor(portalUsers: PortalUserStore) {
    this.#cache = new LRUCache<string, PortalUserAccess | typeof NO_USER>({
      max: MAX_USERS,
      ttl: TTL_MS,
      // Expired rights still say whose budget a request uses up (`lastKnown`).
      noDeleteOnStaleGet: true,
      fetchMethod: async (userId) => (await portalUsers.findAccess(userId)) ?? NO_USER,
    })
  }

  /**
   * Returns the user's rights as they were at most a few seconds ago.
   *
   * @param tokenGeneration of the user's token: rights cached before a later generation began are read again
   * @returns `undefined` when there is no such user (any more)
   */
  async find(userId: string, tokenGeneration: number): Promise<PortalUserAccess | undefined> {
    // `fetch` would take several times as long as `get` where the cached rights are fresh.
    const cached = this.#cache.get(userId)
    const isCurrent = cached === NO_USER || (cached !== undefined && cached.tokenGeneration >= tokenGeneration)
    const access = isCurrent ? cached : await this.#cache.forceFetch(userId, { forceRefresh: true })
    return access === NO_USER ? undefined : access
  }

  /**
   * Returns the rights last read, however old, without a query.
   *
   * @returns `null` when the user did not exist; `undefined` when nothing is known
   */
  lastKnown(userId: string): PortalUserAccess | null | undefined {
    const access = this.#cache.peek(userId, { allowStale: true })
    return access === NO_USER ? null : access
  }
}
