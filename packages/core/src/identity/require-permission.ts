import { DomainError } from '../errors.ts'
import type { Permission } from './permissions.ts'
import type { PortalUserAccess } from './portal-user.ts'

export const isActive = ({ partnerStatus, userStatus }: PortalUserAccess): boolean =>
  partnerStatus === 'active' && userStatus === 'active'

/** Returns whether user and partner are active, and the user has any of the permissions. */
export const isPermitted = (access: PortalUserAccess, permissions: readonly Permission[]): boolean =>
  isActive(access) && permissions.some((permission) => access.permissions.includes(permission))

/**
 * Requires an active user of an active partner, with any of the permissions.
 *
 * @throws `forbidden`
 */
export function requirePermission(access: PortalUserAccess, ...permissions: readonly Permission[]): void {
  if (!isPermitted(access, permissions)) throw new DomainError('forbidden')
}
