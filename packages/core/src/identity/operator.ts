import type { Actor } from '../audit/actor.ts'
import { DomainError } from '../errors.ts'

/** Each includes the previous ones. */
export const OPERATOR_ROLES = ['viewer', 'support', 'admin'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

export interface Operator {
  /** `null` if the operator's sign-in link has no e-mail. */
  email: string | null
  /** Without an e-mail, the name of the creator of the link. */
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
