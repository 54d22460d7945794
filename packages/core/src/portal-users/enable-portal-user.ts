import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { ChangePortalUserInput } from './change-portal-user.ts'
import type { PortalUser } from './portal-user.ts'
import { resendInvitation } from './resend-invitation.ts'

/**
 * Enables a disabled person again, by a mail with a link to choose a new password: disabling removed the old one.
 *
 * @throws DomainError `portal-user-not-found`, `portal-user-not-disabled`
 */
export async function enablePortalUser(
  dependencies: Pick<Dependencies, 'stores' | 'transact' | 'newId'>,
  input: ChangePortalUserInput,
): Promise<PortalUser> {
  const user = await dependencies.stores.portalUsers.find(input.id)
  if (!user) throw new DomainError('portal-user-not-found')
  if (user.status !== 'disabled' || user.kind !== 'person') throw new DomainError('portal-user-not-disabled')
  return resendInvitation(dependencies, input)
}
