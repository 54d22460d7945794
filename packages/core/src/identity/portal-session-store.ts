import type { PortalUserAccess, TokenSubject } from './portal-user.ts'

export interface PortalSession {
  id: string
  /** Shortened. */
  userAgent: string
  startedAt: Date
  /** Stored every few minutes while the session is in use. */
  lastUsedAt: Date
}

export interface PortalSessionKey {
  partnerId: string
  userId: string
  sessionId: string
}

/** The sessions that a user sees. Requests are admitted by their cookie, without reading this store. */
export interface PortalSessionStore {
  add(session: TokenSubject & PortalSessionKey & { userAgent: string; validForSeconds: number }): Promise<void>

  /**
   * Returns the user's unexpired sessions, last used first. With a token generation, omits the sessions of other
   * generations, which have ended.
   */
  list(
    user: Pick<PortalUserAccess, 'userId' | 'partnerId'> & Partial<Pick<PortalUserAccess, 'tokenGeneration'>>,
    limit: number,
  ): Promise<PortalSession[]>

  /** Ignores ended sessions. */
  renew(session: PortalSessionKey, validForSeconds: number): Promise<void>

  /**
   * Ends a session, and remembers that it has ended.
   *
   * @param forSeconds how long to remember it: until every copy of its cookie has expired
   * @returns the number of the user's ended sessions that are remembered
   */
  end(session: PortalSessionKey, forSeconds: number): Promise<number>
}

declare module '../dependencies.ts' {
  interface Stores {
    portalSessions: PortalSessionStore
  }
  interface Dependencies {
    portalSessionSeconds: number
  }
}
