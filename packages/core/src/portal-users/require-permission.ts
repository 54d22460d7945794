import { DomainError } from '../errors.ts'
import type { Permission } from './permission.ts'
import type { PortalUserAccess } from './portal-user.ts'

/**
 * Lets pass who may do it now: an active user of an active partner that holds the permission.
 *
 * @throws DomainError `forbidden`
 */
export function requirePermission(access: PortalUserAccess, permission: Permission): void {
  const allowed =
    access.partnerStatus === 'active' && access.userStatus === 'active' && access.permissions.includes(permission)
  if (!allowed) throw new DomainError('forbidden')
}
