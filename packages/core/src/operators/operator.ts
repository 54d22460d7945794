import type { Actor } from '../audit/audit-trail.ts'
import { DomainError } from '../errors.ts'

/**
 * The roles of operators. Each includes the earlier ones: viewers read, support does the daily operations, administrators
 * do everything.
 */
export const OPERATOR_ROLES = ['viewer', 'support', 'admin'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/** A person who operates the service. */
export interface Operator {
  /** `null` after signing in with a link that names nobody. */
  email: string | null
  name: string
  role: OperatorRole
}

/**
 * Requires a role that includes `required`.
 *
 * @throws DomainError `operator-forbidden`
 */
export function requireRole({ role }: Pick<Operator, 'role'>, required: OperatorRole): void {
  if (OPERATOR_ROLES.indexOf(role) < OPERATOR_ROLES.indexOf(required)) throw new DomainError('operator-forbidden')
}

/** Returns the actor of an operator's changes. */
export const operatorActor = ({ email, name, createdBy }: Operator & { createdBy: string | null }): Actor => ({
  kind: 'operator',
  name: email ?? name,
  ...(createdBy !== null && { via: createdBy }),
})
