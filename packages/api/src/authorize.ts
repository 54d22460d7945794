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
import type { Caller, KeyScope } from './context.ts'

/**
 * Returns the access of the calling portal user if it has the permission.
 *
 * @throws DomainError `unauthenticated` for any other caller, `forbidden` without the permission
 */
export function authorize(caller: Caller, permission: Permission): PortalUserAccess {
  const access = accessOf(caller)
  requirePermission(access, permission)
  return access
}

/**
 * Returns the access of the calling portal user.
 *
 * @throws DomainError `unauthenticated` for any other caller
 */
export function accessOf(caller: Caller): PortalUserAccess {
  if (caller.kind !== 'portal-user') throw new DomainError('unauthenticated')
  return caller.access
}

/**
 * Returns the actor of an internal procedure's changes if the caller may call it.
 *
 * @param path the full name of the procedure
 * @param role the role that it requires
 * @throws DomainError `unauthenticated` for anyone but operators and internal applications; `operator-forbidden` if the
 *   operator's role or the key's scope does not include the procedure
 */
export function authorizeInternal(caller: Caller, path: string, role: OperatorRole): Actor {
  if (caller.kind === 'operator') {
    requireRole(caller.session, role)
    return operatorActor(caller.session)
  }
  if (caller.kind !== 'internal') throw new DomainError('unauthenticated')
  const { name, scope = 'operate' } = caller
  if (!includesProcedure(scope, path, role)) throw new DomainError('operator-forbidden')
  return { kind: 'internal', name }
}

function includesProcedure(scope: KeyScope, path: string, role: OperatorRole): boolean {
  if (scope === 'read') return role === 'viewer'
  return scope === 'operate' || scope.includes(path.replace(/^internal\./, ''))
}
