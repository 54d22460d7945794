import type { Dependencies } from '../dependencies.ts'
import { normalizeEmail } from '../email.ts'
import { DomainError } from '../errors.ts'

/** The credentials and the origin of a sign-in. */
export interface IssueTokenInput {
  email: string
  password: string
  /** The client's network, for the limit of failed sign-ins. */
  origin: string
}

/** A token and the portal user it was issued to. */
export interface IssuedToken {
  token: string
  userId: string
}

/**
 * Signs a portal user in (4.1).
 *
 * Issues a token to a user of a suspended partner, too. The account endpoints then respond with 403, which is more
 * accurate than rejecting the credentials.
 *
 * @throws DomainError `invalid-credentials`, `user-not-activated` (5.4), `too-many-sign-ins`, `overloaded`
 */
export async function issueToken(
  {
    stores: { portalUsers },
    passwords,
    signIns,
    tokens,
  }: Pick<Dependencies, 'stores' | 'passwords' | 'signIns' | 'tokens'>,
  { email, password, origin }: IssueTokenInput,
): Promise<IssuedToken> {
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
    return { token: await tokens.issue({ userId, partnerId, tokenGeneration }), userId }
  } finally {
    await attempt.end(failed)
  }
}
