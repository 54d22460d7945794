import type { Actor, AuditAction } from '../audit/audit-trail.ts'
import { DomainError } from '../errors.ts'
import type { Stores, Transact } from '../unit-of-work.ts'
import type { Permission } from './permission.ts'
import type { PortalUser } from './portal-user.ts'
import type { PortalUserChanges } from './portal-user-store.ts'

interface Dependencies {
  transact: Transact
}

/**
 * Takes all access away, and the password and any link with it: whoever is to come back is invited again.
 *
 * @throws DomainError `portal-user-not-found`
 */
export const disablePortalUser = ({ transact }: Dependencies, actor: Actor, id: string): Promise<PortalUser> =>
  transact((stores) =>
    change(stores, actor, id, 'portal-user.disabled', { status: 'disabled', passwordHash: null, activation: null }),
  )

/** @throws DomainError `portal-user-not-found` */
export const setPermissions = (
  { transact }: Dependencies,
  actor: Actor,
  id: string,
  permissions: readonly Permission[],
): Promise<PortalUser> =>
  transact((stores) => change(stores, actor, id, 'portal-user.permissions-changed', { permissions }))

async function change(
  { portalUsers, audit }: Stores,
  actor: Actor,
  id: string,
  action: AuditAction,
  changes: PortalUserChanges,
): Promise<PortalUser> {
  const user = await portalUsers.change(id, changes)
  if (!user) throw new DomainError('portal-user-not-found')
  await audit.record({ actor, action, subjectId: id, partnerId: user.partnerId, accountId: null })
  return user
}
