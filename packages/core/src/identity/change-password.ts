import { ownEntry } from '../audit/audit-entry.ts'
import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import { confirmPassword, type ConfirmPasswordInput } from './confirm-password.ts'
import { type TokenSubject, tokenSubject } from './portal-user.ts'
import { queueUserNotice } from './queue-user-notice.ts'
import { requireStrongPassword } from './require-strong-password.ts'

/**
 * Changes the user's own password and ends all sessions and tokens. A wrong current password counts as a failed sign-in.
 * Changes nothing if the password was changed, or the user disabled, after the verification.
 *
 * @returns the subject of a new session
 * @throws `forbidden`, `wrong-password`, `unauthenticated`, `password-too-common`, `too-many-sign-ins`, `overloaded`
 */
export async function changePassword(
  dependencies: Pick<Dependencies, 'stores' | 'transact' | 'passwords' | 'signIns'>,
  { password, ...input }: ConfirmPasswordInput & { password: string },
): Promise<TokenSubject> {
  const { transact, passwords } = dependencies
  const { userId, partnerId } = input.access
  const { user, tokenGeneration } = await confirmPassword(dependencies, input)
  requireStrongPassword(password, user)
  const passwordHash = await passwords.hash(password, input.network)

  return transact(async (transaction) => {
    // A new password ends all sessions and tokens. It is set only if the token generation is still that of the verification.
    const changed = await transaction.portalUsers.change(userId, { passwordHash }, { tokenGeneration })
    const current = await transaction.portalUsers.findAccess(userId, partnerId)
    if (changed?.status !== 'active' || !current) throw new DomainError('unauthenticated')
    await transaction.audit.record(ownEntry(user, 'portal-user.password-changed'))
    await queueUserNotice(transaction, user, { kind: 'password-changed' })
    return tokenSubject(current)
  })
}
