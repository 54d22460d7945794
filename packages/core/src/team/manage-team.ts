import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import { disablePortalUser, setPermissions } from '../portal-users/change-portal-user.ts'
import { invitePortalUser } from '../portal-users/invite-portal-user.ts'
import type { Permission } from '../portal-users/permission.ts'
import type { PortalUser } from '../portal-users/portal-user.ts'
import { requireInvitationQuota, requireRoom } from './team-limits.ts'
import { asManager, findMember, type ManagerInput, requireOwn } from './as-manager.ts'

export interface InviteColleagueInput extends ManagerInput {
  email: string
  name: string
  permissions: readonly Permission[]
}

export interface ChangeMemberInput extends ManagerInput {
  id: string
}

/**
 * @throws DomainError `forbidden` for a permission that the manager lacks, `team-full`, those of
 * `requireInvitationQuota` and `invitePortalUser`
 */
export const inviteColleague = (
  { transact, newId }: Pick<Dependencies, 'transact' | 'newId'>,
  { userId, partnerId, ...invited }: InviteColleagueInput,
): Promise<PortalUser> =>
  asManager({ transact }, { userId, partnerId }, async (manager) => {
    requireOwn(manager, invited.permissions)
    await requireRoom(manager, 'person')
    await requireInvitationQuota(manager, invited.email)
    const { transact, actor, user } = manager
    return invitePortalUser({ transact, newId }, { actor, partnerId, invitedBy: user.name, ...invited })
  })

/**
 * Invites a colleague that did not use the first invitation, or was disabled. Permissions stay.
 *
 * @throws DomainError `forbidden` for a colleague with a permission that the manager lacks, `portal-user-not-found`,
 * `portal-user-already-active`, `portal-user-email-taken` for an integration, those of `requireInvitationQuota`
 */
export const inviteColleagueAgain = (
  { transact, newId }: Pick<Dependencies, 'transact' | 'newId'>,
  { userId, partnerId, id }: ChangeMemberInput,
): Promise<PortalUser> =>
  asManager({ transact }, { userId, partnerId }, async (manager) => {
    const { email, name, permissions } = await findMember(manager, id)
    requireOwn(manager, permissions)
    await requireInvitationQuota(manager, email)
    const { transact, actor, user } = manager
    return invitePortalUser({ transact, newId }, { actor, partnerId, invitedBy: user.name, email, name, permissions })
  })

/**
 * Disables a user and ends its sessions and tokens.
 *
 * @throws DomainError `own-user`, `portal-user-not-found`
 */
export const disableMember = (
  { transact }: Pick<Dependencies, 'transact'>,
  { userId, partnerId, id }: ChangeMemberInput,
): Promise<PortalUser> =>
  asManager({ transact }, { userId, partnerId }, async (manager) => {
    if (id === userId) throw new DomainError('own-user')
    await findMember(manager, id)
    return disablePortalUser(manager, { actor: manager.actor, id })
  })

/**
 * Replaces a user's permissions. Managers grant only permissions that they have; they withdraw any except their own
 * `users:manage`.
 *
 * @throws DomainError `forbidden`, `own-user`, `portal-user-not-found`, `integration-manages-users`
 */
export const setMemberPermissions = (
  { transact }: Pick<Dependencies, 'transact'>,
  { userId, partnerId, id, permissions }: ChangeMemberInput & { permissions: readonly Permission[] },
): Promise<PortalUser> =>
  asManager({ transact }, { userId, partnerId }, async (manager) => {
    const member = await findMember(manager, id)
    if (id === userId && !permissions.includes('users:manage')) throw new DomainError('own-user')
    requireOwn(
      manager,
      permissions.filter((permission) => !member.permissions.includes(permission)),
    )
    return setPermissions(manager, { actor: manager.actor, id, permissions })
  })
