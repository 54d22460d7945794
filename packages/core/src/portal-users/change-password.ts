import type { Dependencies } from '../dependencies.ts'
import { normalizeEmail } from '../email.ts'
import { DomainError } from '../errors.ts'
import type { PortalUserAccess } from './portal-user.ts'
import type { TokenSubject } from '../tokens/token-issuer.ts'
import { queuePasswordChanged } from './queue-password-changed.ts'
import { requireStrongPassword } from '../passwords/require-strong-password.ts'

export interface ChangePasswordInput {
  access: PortalUserAccess
  currentPassword: string
  password: string
  /** The client's network. */
  origin: string
}

/**
 * Changes the user's own password and ends all its sessions and tokens. Wrong current passwords count as failed
 * sign-ins. Changes nothing if the password or the user's rights changed after it was verified.
 *
 * @returns the subject of a new session
 * @throws DomainError `forbidden`, `wrong-password`, `unauthenticated`, `password-too-common`, `too-many-sign-ins`,
 * `overloaded`
 */
export async function changePassword(
  { stores, transact, passwords, signIns }: Pick<Dependencies, 'stores' | 'transact' | 'passwords' | 'signIns'>,
  { access: { userId, partnerId, userStatus }, currentPassword, password, origin }: ChangePasswordInput,
): Promise<TokenSubject> {
  const user = await stores.portalUsers.find(userId, partnerId)
  const address = user && normalizeEmail(user.email)
  if (!address || userStatus !== 'active' || user.kind !== 'person') throw new DomainError('forbidden')

  const attempt = await signIns.reserve(address, origin)
  let failed = false
  let tokenGeneration: number
  try {
    const credentials = await stores.portalUsers.findCredentials(address)
    failed = !(await passwords.verify(currentPassword, credentials?.passwordHash ?? undefined))
    if (!credentials || failed) throw new DomainError('wrong-password')
    tokenGeneration = credentials.tokenGeneration
  } finally {
    await attempt.end(failed)
  }
  requireStrongPassword(password, user)
  const passwordHash = await passwords.hash(password)

  return transact(async (within) => {
    const changed = await within.portalUsers.change(userId, { passwordHash }, { tokenGeneration })
    const current = await within.portalUsers.findAccess(userId, partnerId)
    if (changed?.status !== 'active' || !current) throw new DomainError('unauthenticated')
    await within.audit.record({
      actor: { kind: 'portal-user', id: userId },
      action: 'portal-user.password-changed',
      subjectId: userId,
      partnerId,
    })
    await queuePasswordChanged(within, user)
    return { userId, partnerId, tokenGeneration: current.tokenGeneration }
  })
}
