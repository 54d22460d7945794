import type { Dependencies } from '../dependencies.ts'
import { normalizeEmail } from '../email.ts'
import { DomainError } from '../errors.ts'
import type { TokenSubject } from './token-issuer.ts'

/** The credentials and the origin of a sign-in. */
export interface AuthenticateInput {
  email: string
  password: string
  /** The client's network, for the limit of failed sign-ins. */
  origin: string
}

/**
 * Verifies the credentials of a portal user.
 *
 * Users of a suspended partner can sign in, too. The account endpoints then respond with 403, which is more
 * accurate than rejecting the credentials.
 *
 * @throws DomainError `invalid-credentials`, `user-not-activated` (5.4), `too-many-sign-ins`, `overloaded`
 */
export async function authenticate(
  { stores: { portalUsers }, passwords, signIns }: Pick<Dependencies, 'stores' | 'passwords' | 'signIns'>,
  { email, password, origin }: AuthenticateInput,
): Promise<TokenSubject> {
  if (email === '' || password === '') throw new DomainError('invalid-credentials')

  const address = normalizeEmail(email)
  const attempt = await signIns.reserve(address ?? email, origin)
  let failed = false
  try {
    const user = address && (await portalUsers.findCredentials(address))
    // An invited user has no password yet, so there is nothing to verify.
    if (user?.status === 'invited') throw new DomainError('user-not-activated')

    const hash = user?.status === 'active' ? (user.passwordHash ?? undefined) : undefined
    failed = !(await passwords.verify(password, hash))
    if (!user || failed) throw new DomainError('invalid-credentials')

    const { id: userId, partnerId, tokenGeneration } = user
    return { userId, partnerId, tokenGeneration }
  } finally {
    await attempt.end(failed)
  }
}
