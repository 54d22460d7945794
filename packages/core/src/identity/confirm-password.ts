import type { Dependencies } from '../dependencies.ts'
import { normalizeEmail } from './email.ts'
import { DomainError } from '../errors.ts'
import type { PortalUser, PortalUserAccess } from './portal-user.ts'

export interface ConfirmPasswordInput {
  access: PortalUserAccess
  currentPassword: string
  /** The client's network. */
  network: string
}

/**
 * Verifies a signed-in user's password. A wrong one counts as a failed sign-in.
 *
 * @throws `forbidden`, `wrong-password`, `too-many-sign-ins`, `overloaded`
 */
export async function confirmPassword(
  { stores, passwords, signIns }: Pick<Dependencies, 'stores' | 'passwords' | 'signIns'>,
  { access: { userId, partnerId, userStatus }, currentPassword, network }: ConfirmPasswordInput,
): Promise<{ user: PortalUser; tokenGeneration: number }> {
  const user = await stores.portalUsers.find(userId, partnerId)
  const address = user && normalizeEmail(user.email)
  if (!address || userStatus !== 'active' || user.kind !== 'person') throw new DomainError('forbidden')

  const attempt = await signIns.reserve(address, network)
  let hasFailed = false
  try {
    const credentials = await stores.portalUsers.findCredentials(address)
    hasFailed = !(await passwords.verify(currentPassword, credentials?.passwordHash ?? undefined, network))
    if (!credentials || hasFailed) throw new DomainError('wrong-password')
    return { user, tokenGeneration: credentials.tokenGeneration }
  } finally {
    await attempt.end(hasFailed)
  }
}
