import type { PortalUserAccess, TokenSubject } from '../portal-users/portal-user.ts'

/** A browser in which a portal user is signed in. */
export interface PortalSession {
  id: string
  /** Shortened. */
  userAgent: string
  startedAt: Date
  /** At most a few minutes ago while it is used. */
  lastUsedAt: Date
}

export interface PortalSessionKey {
  partnerId: string
  userId: string
  sessionId: string
}

/** Shows users their sessions. Requests are admitted without it. */
export interface PortalSessionStore {
  add(session: TokenSubject & PortalSessionKey & { userAgent: string; validForSeconds: number }): Promise<void>

  /** Open ones, or without a token generation all that have not expired, the last used ones first. */
  list(
    user: Pick<PortalUserAccess, 'userId' | 'partnerId'> & Partial<Pick<PortalUserAccess, 'tokenGeneration'>>,
    limit: number,
  ): Promise<PortalSession[]>

  /** Has no effect on ended sessions. */
  renew(session: PortalSessionKey, validForSeconds: number): Promise<void>

  /**
   * @param forSeconds how long a copy of its cookie would stay valid
   * @returns the number of sessions of the user that ended within their time
   */
  end(session: PortalSessionKey, forSeconds: number): Promise<number>
}
