import { DomainError } from '../errors.ts'
import type { Permission } from './permissions.ts'
import type { PortalUserAccess } from './portal-user.ts'

export const isActive = ({ partnerStatus, userStatus }: PortalUserAccess): boolean =>
  partnerStatus === 'active' && userStatus === 'active'

export const hasAnyPermission = (
  { permissions }: Pick<PortalUserAccess, 'permissions'>,
  accepted: readonly Permission[],
): boolean => accepted.some((permission) => permissions.includes(permission))

/**
 * Requires any of the permissions, and active user and partner.
 *
 * @throws `forbidden`
 */
export function requirePermission(access: PortalUserAccess, ...permissions: readonly Permission[]): void {
  if (!isActive(access) || !hasAnyPermission(access, permissions)) throw new DomainError('forbidden')
}
