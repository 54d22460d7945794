import type { PortalUserAccess, PortalUserStore } from '@partner-accounts/core'
import { LRUCache } from 'lru-cache'

/** A withdrawn right must be felt within 10 s; the look-up itself may take a few of them. */
const FRESH_FOR_MS = 5_000
const MOST_USERS = 10_000
const NOBODY = Symbol('no such user')

/** The rights of portal users as they were at most a few seconds ago: many requests of one user, one look-up. */
export class AccessCache {
  readonly #cache: LRUCache<string, PortalUserAccess | typeof NOBODY>

  constructor(portalUsers: PortalUserStore) {
    this.#cache = new LRUCache<string, PortalUserAccess | typeof NOBODY>({
      max: MOST_USERS,
      ttl: FRESH_FOR_MS,
      fetchMethod: async (userId) => (await portalUsers.findAccess(userId)) ?? NOBODY,
    })
  }

  /** @returns undefined when there is no such user (any more) */
  async find(userId: string): Promise<PortalUserAccess | undefined> {
    // A fetch that finds it fresh would take several times as long as this.
    const access = this.#cache.get(userId) ?? (await this.#cache.forceFetch(userId))
    return access === NOBODY ? undefined : access
  }
}
