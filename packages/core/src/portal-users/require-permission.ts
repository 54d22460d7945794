import { DomainError } from '../errors.ts'
import type { Permission } from './permission.ts'
import type { PortalUserAccess } from './portal-user.ts'

/** Whether the user may do anything at all: it is active, and its partner is not suspended. */
export const isActive = ({ partnerStatus, userStatus }: PortalUserAccess): boolean =>
  partnerStatus === 'active' && userStatus === 'active'

/**
 * Requires an active user of an active partner with the permission.
 *
 * @throws DomainError `forbidden`
 */
export function requirePermission(access: PortalUserAccess, permission: Permission): void {
  if (!isActive(access) || !access.permissions.includes(permission)) throw new DomainError('forbidden')
}
