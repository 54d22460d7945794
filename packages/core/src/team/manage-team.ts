import { invitePortalUser } from '../activation/invite-portal-user.ts'
import { DomainError } from '../errors.ts'
import { disablePortalUser, setPermissions } from '../identity/change-portal-user.ts'
import { normalizeEmail } from '../identity/email.ts'
import { resetSecondFactor } from '../identity/manage-second-factor.ts'
import type { Permission } from '../identity/permissions.ts'
import { asManager, findMember, type Manager, type ManagerInput, requireOwnPermissions } from './as-manager.ts'
import { requireInvitationQuota, requireRoom } from './team-limits.ts'

export interface InviteColleagueInput extends ManagerInput {
  email: string
  name: string
  permissions: readonly Permission[]
}

export interface ChangeMemberInput extends ManagerInput {
  id: string
}

/**
 * Invites a person to the manager's partner.
 *
 * @throws `forbidden` for a permission that the manager lacks, `team-full`, and the errors of `requireInvitationQuota` and
 * `invitePortalUser`
 */
export const inviteColleague = asManager(
  async (manager, { partnerId, email, name, permissions }: InviteColleagueInput) => {
    requireOwnPermissions(manager, permissions)
    await requireRoom(manager, 'person')
    await requireInvitationQuota(manager, email)
    const { actor, user } = manager
    return invitePortalUser(manager, { actor, partnerId, invitedBy: user.name, email, name, permissions })
  },
)

/**
 * Invites a colleague that ignored the first invitation or was disabled. Permissions stay.
 *
 * @throws `forbidden` for a colleague with a permission that the manager lacks, `portal-user-not-found`,
 * `portal-user-already-active`, `portal-user-email-taken` for an integration, those of `requireInvitationQuota`
 */
export const inviteColleagueAgain = asManager(async (manager, { partnerId, id }: ChangeMemberInput) => {
  const { email, name, permissions } = await findMember(manager, id)
  requireOwnPermissions(manager, permissions)
  await requireInvitationQuota(manager, email)
  const { actor, user } = manager
  return invitePortalUser(manager, { actor, partnerId, invitedBy: user.name, email, name, permissions })
})

/**
 * Enables a disabled user. A user whom a manager disabled keeps the old password. Any other is invited again.
 *
 * @throws `forbidden` for a user with a permission that the manager lacks, `portal-user-not-found`, and the errors of
 * `inviteColleagueAgain`
 */
export const enableMember = asManager(async (manager, input: ChangeMemberInput) => {
  const { stores, actor } = manager
  const { partnerId, id } = input
  const member = await findMember(manager, id)
  requireOwnPermissions(manager, member.permissions)
  const email = normalizeEmail(member.email)
  const credentials = email && (await stores.portalUsers.findCredentials(email))
  if (!credentials?.passwordHash || member.status !== 'disabled') return inviteColleagueAgain(manager, input)
  // The generation changes if an operator disables the user meanwhile, which removes the password.
  const { tokenGeneration } = credentials
  const enabled = await stores.portalUsers.change(id, { status: 'active' }, { tokenGeneration })
  if (!enabled) throw new DomainError('portal-user-not-found')
  await stores.audit.record({ actor, action: 'portal-user.enabled', subjectId: id, partnerId })
  return enabled
})

/**
 * Disables a user, which `enableMember` undoes.
 *
 * @throws `last-manager`, `portal-user-not-found`
 */
export const disableMember = asManager(async (manager, { userId, id }: ChangeMemberInput) => {
  if (id === userId) requireOtherManager(manager)
  await findMember(manager, id)
  return disablePortalUser(manager, { actor: manager.actor, id, isReversible: true })
})

/**
 * Replaces a user's permissions. Managers grant only permissions that they have, but withdraw any.
 *
 * @throws `forbidden`, `last-manager`, `portal-user-not-found`, `integration-manages-users`
 */
export const setMemberPermissions = asManager(
  async (manager, { userId, id, permissions }: ChangeMemberInput & { permissions: readonly Permission[] }) => {
    const member = await findMember(manager, id)
    if (id === userId && !permissions.includes('users:manage')) requireOtherManager(manager)
    requireOwnPermissions(
      manager,
      permissions.filter((permission) => !member.permissions.includes(permission)),
    )
    return setPermissions(manager, { actor: manager.actor, id, permissions })
  },
)

/**
 * Removes a colleague's lost second factor. Managers remove their own with a code (`removeSecondFactor`).
 *
 * @throws `own-second-factor`, `forbidden` for a colleague with a permission that the manager lacks,
 * `portal-user-not-found`
 */
export const resetMemberSecondFactor = asManager(async (manager, { userId, id }: ChangeMemberInput) => {
  if (id === userId) throw new DomainError('own-second-factor')
  requireOwnPermissions(manager, (await findMember(manager, id)).permissions)
  return resetSecondFactor(manager, { actor: manager.actor, id })
})

/** Sets whether sessions of the partner's users require a second factor. */
export const setSecondFactorRequired = asManager(
  async ({ stores, actor }, { partnerId, isRequired }: ManagerInput & { isRequired: boolean }) => {
    await stores.secondFactors.setRequired(partnerId, isRequired)
    const action = isRequired ? 'partner.second-factor-required' : 'partner.second-factor-optional'
    await stores.audit.record({ actor, action, subjectId: partnerId, partnerId })
  },
)

function requireOtherManager({ isLastManager }: Manager): void {
  if (isLastManager) throw new DomainError('last-manager')
}
