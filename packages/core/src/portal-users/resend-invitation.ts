import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { ChangePortalUserInput } from './change-portal-user.ts'
import { invitePortalUser } from './invite-portal-user.ts'
import type { PortalUser } from './portal-user.ts'

/**
 * Mails a new link to a portal user that is invited or disabled, and invalidates the earlier one. The link enables a
 * disabled user again.
 *
 * @throws DomainError `portal-user-not-found`, `portal-user-already-active`, `portal-user-email-taken` for an integration
 */
export async function resendInvitation(
  dependencies: Pick<Dependencies, 'stores' | 'transact' | 'newId'>,
  { actor, id }: ChangePortalUserInput,
): Promise<PortalUser> {
  const user = await dependencies.stores.portalUsers.find(id)
  if (!user) throw new DomainError('portal-user-not-found')
  const { partnerId, email, name } = user
  return invitePortalUser(dependencies, { actor, partnerId, email, name })
}
