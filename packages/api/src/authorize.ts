import { DomainError, type Permission, type PortalUserAccess, requirePermission } from '@partner-accounts/core'
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
