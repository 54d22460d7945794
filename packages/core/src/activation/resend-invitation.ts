import { invitePortalUser } from './invite-portal-user.ts'
import type { ChangeInput } from '../audit/actor.ts'
import type { Dependencies } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import { type PortalUser, requireUserNotErased } from '../identity/portal-user.ts'

/**
 * Invites an invited or disabled user again. The new link replaces the previous one.
 *
 * @throws `portal-user-not-found`, `portal-user-erased`, `portal-user-already-active`, `portal-user-email-taken` for
 * an integration
 */
export async function resendInvitation(
  dependencies: Pick<Dependencies, 'stores' | 'transact' | 'newId'>,
  { actor, id }: ChangeInput,
): Promise<PortalUser> {
  const user = required(await dependencies.stores.portalUsers.find(id), 'portal-user-not-found')
  requireUserNotErased(user)
  const { partnerId, email, name } = user
  return invitePortalUser(dependencies, { actor, partnerId, email, name })
}

/**
 * Enables a disabled user by an invitation, because disabling has removed the password.
 *
 * @throws `portal-user-not-found`, `portal-user-not-disabled`, `portal-user-erased`
 */
export async function enablePortalUser(
  dependencies: Pick<Dependencies, 'stores' | 'transact' | 'newId'>,
  input: ChangeInput,
): Promise<PortalUser> {
  const user = required(await dependencies.stores.portalUsers.find(input.id), 'portal-user-not-found')
  if (user.status !== 'disabled' || user.kind !== 'person') throw new DomainError('portal-user-not-disabled')
  return resendInvitation(dependencies, input)
}
