import { normalizeEmail } from '../email.ts'
import { DomainError } from '../errors.ts'
import type { PortalUserStore } from '../portal-users/portal-user-store.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { SignInGuard } from './sign-in-guard.ts'
import type { TokenIssuer } from './token-issuer.ts'

/** What someone signing in sends. */
export interface Credentials {
  email: string
  password: string
}

/** A token and the portal user it was issued to. */
export interface IssuedToken {
  token: string
  userId: string
}

export interface IssueTokenDependencies {
  portalUsers: PortalUserStore
  passwords: PasswordHasher
  signIns: SignInGuard
  tokens: TokenIssuer
}

/**
 * Signs a portal user in (4.1).
 *
 * A user of a suspended partner is let in: each account endpoint then refuses with 403, which
 * says more than a wrong password would.
 *
 * @param origin where the attempt comes from: guesses are counted by it
 * @throws DomainError `invalid-credentials`, `user-not-activated` (5.4), `too-many-sign-ins`, `overloaded`
 */
export async function issueToken(
  { portalUsers, passwords, signIns, tokens }: IssueTokenDependencies,
  { email, password }: Credentials,
  origin: string,
): Promise<IssuedToken> {
  if (email === '' || password === '') throw new DomainError('invalid-credentials')

  const address = normalizeEmail(email)
  const attempt = await signIns.reserve(address ?? email, origin)
  let failed = false
  try {
    const user = address && (await portalUsers.findCredentials(address))
    // An invited user has no password yet: there is nothing that could be wrong.
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
