import type { Operator } from './operator.ts'

/** An operator's session in a browser. */
export interface OperatorSession extends Operator {
  id: string
  startedAt: Date
  /** When it ends, even if it is in use. */
  expiresAt: Date
  /** Who created the link that started it; `null` after a sign-in with the OpenID provider. */
  createdBy: string | null
}

/** A session to start. Its end is set by the database's clock, and not after that of the session which created its link. */
export interface NewOperatorSession extends Operator {
  id: string
  createdBy: string | null
  creatorSessionId: string | null
  lifetimeSeconds: number
}

/** A one-time link to store. Its end is set by the database's clock, and not after that of the session which created it. */
export interface NewSignInLink extends Operator {
  id: string
  createdBy: string
  creatorSessionId: string | null
  /** SHA-256 of the token. */
  tokenHash: Uint8Array
  validForSeconds: number
}

/** Stores operators' sessions and the one-time links that start them. */
export interface OperatorSessionStore {
  /** Returns when the link expires. */
  addLink(link: NewSignInLink): Promise<Date>

  /**
   * Removes a link and returns its operator. Of several concurrent calls, one gets it.
   *
   * @returns `undefined` when the link is unknown, used or expired
   */
  takeLink(tokenHash: Uint8Array): Promise<Omit<NewOperatorSession, 'lifetimeSeconds'> | undefined>

  start(session: NewOperatorSession): Promise<OperatorSession>

  /** Returns a session; `undefined` when it has ended. */
  find(id: string): Promise<OperatorSession | undefined>

  /** Ends a session, the links that it created and the sessions that they started. */
  end(id: string): Promise<void>
}
