import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import type { SecondFactor, UserKey } from './second-factor-store.ts'

export interface VerifySecondFactorInput {
  user: UserKey
  factor: SecondFactor
  /** One-time or recovery code. Both work once. */
  code: string
}

/**
 * Verifies a code, which works only once. Counts wrong codes per user, because a limit per network would not stop an
 * attacker with many networks: about one of 330,000 guesses is right. Strangers cannot lock a user out, because a guess
 * requires the password.
 *
 * @throws `wrong-code`, `too-many-sign-ins`
 */
export async function verifySecondFactor(
  { stores, oneTimeCodes, signIns }: Pick<Dependencies, 'stores' | 'oneTimeCodes' | 'signIns'>,
  { user, factor, code }: VerifySecondFactorInput,
): Promise<void> {
  // `reserve` expects an e-mail and a network. These arguments replace them, so all networks share the user's limit.
  const attempt = await signIns.reserve('second factor', user.id)
  let isValid = false
  try {
    const step = factor.secret === undefined ? undefined : oneTimeCodes.stepOf(factor.secret, code)
    isValid = await (step === undefined
      ? stores.secondFactors.useRecoveryCode(user, hashRecoveryCode(code))
      : stores.secondFactors.useStep(user, step))
  } finally {
    await attempt.end(!isValid)
  }
  if (!isValid) throw new DomainError('wrong-code')
}
