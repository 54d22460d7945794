import type { ChangeInput } from '../audit/actor.ts'
import type { AuditAction } from '../audit/audit-actions.ts'
import type { AuditedChanges } from '../audit/audit-entry.ts'
import { inTransaction, type Stores } from '../dependencies.ts'
import { required } from '../errors.ts'
import type { Permission } from './permissions.ts'
import type { PortalUserChanges } from './portal-user-store.ts'
import { type PortalUser, requireGrantable, requireUserNotErased } from './portal-user.ts'

/**
 * Disables a user, and invalidates the user's link and tokens. Also removes the password, unless `isReversible`.
 *
 * @throws `portal-user-not-found`, `portal-user-erased`
 */
export const disablePortalUser = inTransaction(
  (stores, { isReversible = false, ...input }: ChangeInput & { isReversible?: boolean }) =>
    change(stores, input, 'portal-user.disabled', {
      status: 'disabled',
      activation: null,
      ...(!isReversible && { passwordHash: null }),
    }),
)

type PermissionsInput = ChangeInput & { permissions: readonly Permission[] }

/** @throws `portal-user-not-found`, `portal-user-erased`, `integration-manages-users` */
export const setPermissions = inTransaction(async (stores, { permissions, ...input }: PermissionsInput) => {
  const before = await stores.portalUsers.find(input.id)
  const changes = { permissions: { from: before?.permissions.join() ?? null, to: permissions.join() } }
  const user = await change(stores, input, 'portal-user.permissions-changed', { permissions }, changes)
  // Rolls the change back if the user's kind must not have the permissions.
  requireGrantable({ kind: user.kind, permissions })
  return user
})

async function change(
  { portalUsers, audit }: Stores,
  { actor, id }: ChangeInput,
  action: AuditAction,
  values: PortalUserChanges,
  changes?: AuditedChanges,
): Promise<PortalUser> {
  const before = await portalUsers.find(id)
  if (before) requireUserNotErased(before)
  const user = required(await portalUsers.change(id, values), 'portal-user-not-found')
  await audit.record({ actor, action, subjectId: id, partnerId: user.partnerId, changes })
  return user
}
