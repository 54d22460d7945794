import {
  type Actor,
  DomainError,
  operatorActor,
  type OperatorRole,
  type Permission,
  type PortalUserAccess,
  requirePermission,
  requireRole,
} from '@partner-accounts/core'
import type { Caller } from './context.ts'

/**
 * Returns the access of the calling portal user if it has the permission.
 *
 * @throws DomainError `unauthenticated` for any other caller, `forbidden` without the permission
 */
export function authorize(caller: Caller, permission: Permission): PortalUserAccess {
  if (caller.kind !== 'portal-user') throw new DomainError('unauthenticated')
  requirePermission(caller.access, permission)
  return caller.access
}

/**
 * Returns the actor of an internal procedure's changes if the caller may call it.
 *
 * @throws DomainError `unauthenticated` for anyone but operators and internal applications, `operator-forbidden` without the role
 */
export function authorizeInternal(caller: Caller, role: OperatorRole): Actor {
  if (caller.kind === 'internal') return { kind: 'internal', name: caller.name }
  if (caller.kind !== 'operator') throw new DomainError('unauthenticated')
  requireRole(caller.session, role)
  return operatorActor(caller.session)
}
