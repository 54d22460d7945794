import type { Actor, ChangeInput } from '../audit/actor.ts'
import { type Dependencies, inTransaction, type Stores } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import { confirmPassword, type ConfirmPasswordInput } from './confirm-password.ts'
import {
  type PortalUser,
  type PortalUserAccess,
  type SecondFactorChange,
  type TokenSubject,
  tokenSubject,
} from './portal-user.ts'
import { queueUserNotice } from './queue-user-notice.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { verifySecondFactor } from './verify-second-factor.ts'

/**
 * Creates the secret of a second factor, which `confirmSecondFactor` activates.
 *
 * @throws `second-factor-active`, and the errors of `confirmPassword`
 */
export async function beginSecondFactor(
  dependencies: Pick<Dependencies, 'stores' | 'passwords' | 'signIns' | 'oneTimeCodes'>,
  input: ConfirmPasswordInput,
): Promise<{ secret: string; uri: string }> {
  const { stores, oneTimeCodes } = dependencies
  const { user } = await confirmPassword(dependencies, input)
  const secret = oneTimeCodes.newSecret()
  if (!(await stores.secondFactors.begin(user, secret))) throw new DomainError('second-factor-active')
  return { secret, uri: oneTimeCodes.uri(secret, user.email) }
}

export interface SecondFactorCodeInput {
  access: PortalUserAccess
  code: string
}

/**
 * Activates a second factor with its first code, and ends all sessions and tokens of the user.
 *
 * @returns recovery codes for a lost device, and the subject of a new session
 * @throws `wrong-code`, `unauthenticated`
 */
export async function confirmSecondFactor(
  { stores, transact, oneTimeCodes }: Pick<Dependencies, 'stores' | 'transact' | 'oneTimeCodes'>,
  { access: { userId, partnerId }, code }: SecondFactorCodeInput,
): Promise<{ recoveryCodes: string[]; subject: TokenSubject }> {
  const key = { id: userId, partnerId }
  const factor = await stores.secondFactors.find(key)
  const step = factor?.secret === undefined ? undefined : oneTimeCodes.stepOf(factor.secret, code)
  if (step === undefined) throw new DomainError('wrong-code')
  const recoveryCodes = newRecoveryCodes()
  return transact(async (transaction) => {
    const { secondFactors, portalUsers } = transaction
    if (!(await secondFactors.activate(key, step, recoveryCodes.map(hashRecoveryCode))))
      throw new DomainError('wrong-code')
    await portalUsers.endSessions(userId)
    const current = await portalUsers.findAccess(userId, partnerId)
    const user = await portalUsers.find(userId, partnerId)
    if (user?.status !== 'active' || !current) throw new DomainError('unauthenticated')
    await reportChange(transaction, user, 'added')
    return { recoveryCodes, subject: tokenSubject(current) }
  })
}

/**
 * Removes the user's own second factor after verifying a code. Does nothing if no second factor is active.
 *
 * @throws `wrong-code`, `too-many-sign-ins`
 */
export async function removeSecondFactor(
  dependencies: Pick<Dependencies, 'stores' | 'transact' | 'oneTimeCodes' | 'signIns'>,
  { access: { userId, partnerId }, code }: SecondFactorCodeInput,
): Promise<void> {
  const key = { id: userId, partnerId }
  const factor = await dependencies.stores.secondFactors.find(key)
  if (!factor?.isActive) return
  await verifySecondFactor(dependencies, { user: key, factor, code })
  await dependencies.transact(async (transaction) => {
    const user = await transaction.portalUsers.find(userId, partnerId)
    if (user && (await transaction.secondFactors.remove(user))) await reportChange(transaction, user, 'removed')
  })
}

/** Returns the number of unused recovery codes; 0 without a second factor. */
export async function countRecoveryCodes(
  { stores }: Pick<Dependencies, 'stores'>,
  { access: { userId, partnerId } }: Pick<SecondFactorCodeInput, 'access'>,
): Promise<number> {
  const factor = await stores.secondFactors.find({ id: userId, partnerId })
  return factor?.recoveryHashes.length ?? 0
}

/**
 * Replaces all recovery codes after verifying a code.
 *
 * @throws `wrong-code` (also if no second factor is active), `too-many-sign-ins`
 */
export async function reissueRecoveryCodes(
  dependencies: Pick<Dependencies, 'stores' | 'transact' | 'oneTimeCodes' | 'signIns'>,
  { access: { userId, partnerId }, code }: SecondFactorCodeInput,
): Promise<string[]> {
  const key = { id: userId, partnerId }
  const factor = await dependencies.stores.secondFactors.find(key)
  if (!factor?.isActive) throw new DomainError('wrong-code')
  await verifySecondFactor(dependencies, { user: key, factor, code })
  const recoveryCodes = newRecoveryCodes()
  await dependencies.transact(async (transaction) => {
    const user = await transaction.portalUsers.find(userId, partnerId)
    const isReplaced = await transaction.secondFactors.replaceRecoveryCodes(key, recoveryCodes.map(hashRecoveryCode))
    // Another call has removed the second factor meanwhile.
    if (!user || !isReplaced) throw new DomainError('wrong-code')
    await reportChange(transaction, user, 'codes-reissued')
  })
  return recoveryCodes
}

/**
 * Removes a user's lost second factor, and ends the user's sessions and tokens.
 *
 * @throws `portal-user-not-found`
 */
export const resetSecondFactor = inTransaction(async (transaction, { actor, id }: ChangeInput) => {
  const { portalUsers, secondFactors } = transaction
  const user = required(await portalUsers.find(id), 'portal-user-not-found')
  const factor = await secondFactors.find(user)
  // A second factor that the user has not confirmed is not in use.
  if (factor?.isActive && (await secondFactors.remove(user))) {
    await portalUsers.endSessions(id)
    await reportChange(transaction, user, 'reset', actor)
  }
  return user
})

async function reportChange(
  stores: Stores,
  user: PortalUser,
  change: SecondFactorChange,
  actor: Actor = { kind: 'portal-user', id: user.id },
): Promise<void> {
  const { id: subjectId, partnerId } = user
  await stores.audit.record({ actor, action: `portal-user.second-factor-${change}`, subjectId, partnerId })
  await queueUserNotice(stores, user, { kind: 'second-factor-changed', change })
}
