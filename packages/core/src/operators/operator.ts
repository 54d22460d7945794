import type { Actor } from '../audit/audit-trail.ts'
import { DomainError } from '../errors.ts'

/** Each includes the previous ones. */
export const OPERATOR_ROLES = ['viewer', 'support', 'admin'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

export interface Operator {
  /** `null` after signing in with a link that names nobody. */
  email: string | null
  name: string
  role: OperatorRole
}

/** @throws `operator-forbidden` unless the role includes `required` */
export function requireRole({ role }: Pick<Operator, 'role'>, required: OperatorRole): void {
  if (OPERATOR_ROLES.indexOf(role) < OPERATOR_ROLES.indexOf(required)) throw new DomainError('operator-forbidden')
}

export const operatorActor = ({
  email,
  name,
  createdBy,
  network,
}: Operator & { createdBy: string | null; network: string }): Actor => ({
  kind: 'operator',
  name: email ?? name,
  ...(createdBy !== null && { via: createdBy }),
  network,
})

export interface OperatorBrowser {
  /** Shortened. */
  userAgent: string
  /** An IPv4 address or IPv6 /64. */
  network: string
}

export interface OperatorSession extends Operator, OperatorBrowser {
  id: string
  startedAt: Date
  expiresAt: Date
  /** Creator of the sign-in link; `null` after signing in with OpenID. */
  createdBy: string | null
}

/** Expires by the database's clock, at the latest with the session that created its link. */
export interface NewOperatorSession extends Operator, OperatorBrowser {
  id: string
  createdBy: string | null
  creatorSessionId: string | null
  sealedIdToken: Uint8Array | null
  lifetimeSeconds: number
}

/** Expires by the database's clock, at the latest with its creator's session. */
export interface NewSignInLink extends Operator {
  id: string
  createdBy: string
  creatorSessionId: string | null
  /** SHA-256. */
  tokenHash: Uint8Array
  validForSeconds: number
}

export interface OperatorSessionStore {
  addLink(link: NewSignInLink): Promise<Date>

  /** Removes a link; `undefined` when unknown, used or expired. Exactly one of concurrent calls gets it. */
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
   * @param name the e-mail; the name of an operator without one
   */
  endAll(name: string): Promise<OperatorSession[]>
}
