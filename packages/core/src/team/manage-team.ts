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
 * @throws `forbidden` for a permission that the manager lacks, `team-full`, those of
 * `requireInvitationQuota` and `invitePortalUser`
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
 * Enables with the old password if a manager disabled the user, otherwise invites again.
 *
 * @throws `forbidden` for a user with a permission that the manager lacks, `portal-user-not-found`, those of
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
  // A concurrent disabling by an operator removes the password.
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
 * Managers grant only their own permissions, and withdraw any.
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
 * Managers remove their own second factor with a code (`removeSecondFactor`).
 *
 * @throws `own-second-factor`, `forbidden` for a colleague with a permission that the manager lacks,
 * `portal-user-not-found`
 */
export const resetMemberSecondFactor = asManager(async (manager, { userId, id }: ChangeMemberInput) => {
  if (id === userId) throw new DomainError('own-second-factor')
  requireOwnPermissions(manager, (await findMember(manager, id)).permissions)
  return resetSecondFactor(manager, { actor: manager.actor, id })
})

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
