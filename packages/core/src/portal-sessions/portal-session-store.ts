import type { PortalUserAccess, TokenSubject } from '../portal-users/portal-user.ts'

export interface PortalSession {
  id: string
  /** Shortened. */
  userAgent: string
  startedAt: Date
  /** At most a few minutes old while in use. */
  lastUsedAt: Date
}

export interface PortalSessionKey {
  partnerId: string
  userId: string
  sessionId: string
}

/** For display: requests are admitted without it. */
export interface PortalSessionStore {
  add(session: TokenSubject & PortalSessionKey & { userAgent: string; validForSeconds: number }): Promise<void>

  /** Last used first: open ones, or without a token generation all unexpired ones. */
  list(
    user: Pick<PortalUserAccess, 'userId' | 'partnerId'> & Partial<Pick<PortalUserAccess, 'tokenGeneration'>>,
    limit: number,
  ): Promise<PortalSession[]>

  /** Ignores ended sessions. */
  renew(session: PortalSessionKey, validForSeconds: number): Promise<void>

  /**
   * @param forSeconds how long a copy of its cookie stays valid
   * @returns the number of the user's sessions that ended within their time
   */
  end(session: PortalSessionKey, forSeconds: number): Promise<number>
}
