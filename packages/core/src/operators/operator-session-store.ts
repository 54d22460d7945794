import type { Operator } from './operator.ts'

/** An operator's session in a browser. */
export interface OperatorSession extends Operator {
  id: string
  startedAt: Date
  /** When it ends, even if it is in use. */
  expiresAt: Date
}

/** A session to start. Its end is set by the database's clock. */
export interface NewOperatorSession extends Operator {
  id: string
  lifetimeSeconds: number
}

/** A one-time link to store. Its end is set by the database's clock. */
export interface NewSignInLink extends Operator {
  id: string
  /** SHA-256 of the token. */
  tokenHash: Uint8Array
  validForSeconds: number
}

/** Stores operators' sessions and the one-time links that start them. Adding one also deletes those that have expired. */
export interface OperatorSessionStore {
  /** Returns when the link expires. */
  addLink(link: NewSignInLink): Promise<Date>

  /**
   * Removes a link and returns its operator. Of several concurrent calls, one gets it.
   *
   * @returns `undefined` when the link is unknown, used or expired
   */
  takeLink(tokenHash: Uint8Array): Promise<(Operator & { id: string }) | undefined>

  start(session: NewOperatorSession): Promise<OperatorSession>

  /** Returns a session; `undefined` when it has ended. */
  find(id: string): Promise<OperatorSession | undefined>

  end(id: string): Promise<void>
}
