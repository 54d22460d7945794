import type { Operator, OperatorBrowser, OperatorSession } from './operator.ts'

/** Expires by the database's clock after its lifetime, or earlier with the session that created its sign-in link. */
export interface NewOperatorSession extends Operator, OperatorBrowser {
  id: string
  createdBy: string | null
  creatorSessionId: string | null
  sealedIdToken: Uint8Array | null
  lifetimeSeconds: number
}

/** Expires by the database's clock, at the latest with the session in which it was created. */
export interface NewSignInLink extends Operator {
  id: string
  createdBy: string
  creatorSessionId: string | null
  /** SHA-256. */
  tokenHash: Uint8Array
  validForSeconds: number
}

export interface OperatorSessionStore {
  /** @returns when the link expires */
  addLink(link: NewSignInLink): Promise<Date>

  /** Removes and returns a link; `undefined` if unknown, used or expired. Only one of concurrent calls gets the link. */
  takeLink(
    tokenHash: Uint8Array,
  ): Promise<Omit<NewOperatorSession, 'lifetimeSeconds' | 'sealedIdToken' | keyof OperatorBrowser> | undefined>

  start(session: NewOperatorSession): Promise<OperatorSession>

  find(id: string): Promise<OperatorSession | undefined>

  findSealedIdToken(id: string): Promise<Uint8Array | null>

  /** Ends a session, the links that it created and the sessions that they started. */
  end(id: string): Promise<void>

  /**
   * Ends sessions, as `end` does, and removes the operator's links.
   *
   * @param name the operator's e-mail, or their name if they have no e-mail
   * @returns the open sessions, and the number of links, including those that were redeemed meanwhile
   */
  endAll(name: string): Promise<{ sessions: OperatorSession[]; linkCount: number }>
}

declare module '../dependencies.ts' {
  interface Stores {
    operatorSessions: OperatorSessionStore
  }
  interface Dependencies {
    /** Lifetime of an operator's session, even if in use. */
    operatorSessionSeconds: number
  }
}
