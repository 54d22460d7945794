import type { Actor } from '../audit/audit-trail.ts'
import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { Permission } from '../portal-users/permission.ts'
import type { PortalUser } from '../portal-users/portal-user.ts'
import { requirePermission } from '../portal-users/require-permission.ts'
import type { Stores, Transact } from '../unit-of-work.ts'

/** The manager who calls. */
export interface ManagerInput {
  userId: string
  partnerId: string
}

/** A manager, within a transaction in which its partner's other managers change nothing. */
export interface Manager {
  stores: Stores
  /** Runs use cases as part of the transaction. */
  transact: Transact
  user: PortalUser
  actor: Actor
}

/**
 * Runs a change by a manager. Changes by the managers of a partner happen one after the other, and each one checks the
 * manager's permission again: of two managers who disable each other, one succeeds, so a manager always remains.
 *
 * @throws DomainError `unauthenticated` when the manager no longer exists, `forbidden` without the permission
 *   `users:manage` and for an inactive manager or partner
 */
export const asManager = <T>(
  { transact }: Pick<Dependencies, 'transact'>,
  { userId, partnerId }: ManagerInput,
  work: (manager: Manager) => Promise<T>,
): Promise<T> =>
  transact(async (stores) => {
    await stores.portalUsers.lockManagers(partnerId)
    const access = await stores.portalUsers.findAccess(userId, partnerId)
    const user = await stores.portalUsers.find(userId, partnerId)
    if (!access || !user) throw new DomainError('unauthenticated')
    requirePermission(access, 'users:manage')
    return work({ stores, transact: (part) => part(stores), user, actor: { kind: 'portal-user', id: userId } })
  })

/**
 * Finds a user of the manager's partner.
 *
 * @throws DomainError `portal-user-not-found`, also for users of other partners
 */
export async function findMember({ stores, user }: Manager, id: string): Promise<PortalUser> {
  const member = await stores.portalUsers.find(id, user.partnerId)
  if (!member) throw new DomainError('portal-user-not-found')
  return member
}

/**
 * Requires that a manager has all permissions that it grants.
 *
 * @throws DomainError `forbidden`
 */
export function requireOwn({ user }: Manager, granted: readonly Permission[]): void {
  if (!granted.every((permission) => user.permissions.includes(permission))) throw new DomainError('forbidden')
}
