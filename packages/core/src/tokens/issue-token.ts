import { type AuditAction, type AuditTrail, ownEntry } from '../audit/audit-trail.ts'
import type { Dependencies } from '../dependencies.ts'
import { INTEGRATION_DOMAIN, normalizeEmail } from '../email.ts'
import { DomainError } from '../errors.ts'
import { isGeneratedPassword } from '../passwords/generated-password.ts'
import { type PortalUserCredentials, type TokenSubject, tokenSubject } from '../portal-users/portal-user.ts'
import { verifySecondFactor } from '../second-factors/verify-second-factor.ts'

export interface AuthenticateInput {
  email: string
  password: string
  origin: string
  /** Integrations receive only tokens. */
  purpose: 'session' | 'token'
  /** Of the second factor, for sessions. */
  code?: string | undefined
}

const ACTIONS = {
  session: 'portal-user.signed-in',
  token: 'portal-user.token-issued',
} satisfies Record<AuthenticateInput['purpose'], AuditAction>

/**
 * Verifies credentials and records the sign-in. Users of a suspended partner can sign in, because the account
 * endpoints' 403 is more accurate.
 *
 * @throws `invalid-credentials`, `user-not-activated` (5.4), `integration-sign-in`, `too-many-sign-ins`, `overloaded`,
 * `second-factor-required`, `wrong-code`
 */
export async function authenticate(
  dependencies: Pick<Dependencies, 'stores' | 'passwords' | 'signIns' | 'oneTimeCodes'>,
  { email, password, origin, purpose, code }: AuthenticateInput,
): Promise<TokenSubject> {
  const { portalUsers, audit, secondFactors } = dependencies.stores
  const { passwords, signIns } = dependencies
  if (email === '' || password === '') throw new DomainError('invalid-credentials')

  const address = normalizeEmail(email)
  const attempt = await signIns.reserve(address ?? email, origin)
  let failed = false
  try {
    const user = address && (await portalUsers.findCredentials(address))
    // An invited user has no password yet.
    if (user?.status === 'invited') throw new DomainError('user-not-activated')

    const hash = user?.status === 'active' ? (user.passwordHash ?? undefined) : undefined
    const isIntegration = user ? user.kind === 'integration' : address?.endsWith(INTEGRATION_DOMAIN)
    failed = !(isIntegration
      ? hash !== undefined && isGeneratedPassword(password, hash)
      : await passwords.verify(password, hash))
    if (user && failed) recordFailure(audit, user)
    if (!user || failed) throw new DomainError('invalid-credentials')

    if (purpose === 'session' && user.kind === 'integration') throw new DomainError('integration-sign-in')
    const factor = purpose === 'session' ? await secondFactors.find(user) : undefined
    if (factor?.isActive) {
      if (code === undefined) throw new DomainError('second-factor-required')
      await verifySecondFactor(dependencies, { user, factor, code }).catch((error: unknown) => {
        recordFailure(audit, user)
        throw error
      })
    }
    await portalUsers.recordSignIn(user)
    await audit.record(ownEntry(user, ACTIONS[purpose]))
    return tokenSubject({ ...user, userId: user.id })
  } finally {
    await attempt.end(failed)
  }
}

/** Not awaited: unknown e-mails take as long. */
function recordFailure(audit: AuditTrail, user: PortalUserCredentials): void {
  audit.record(ownEntry(user, 'portal-user.sign-in-failed')).catch(() => undefined)
}

export interface IssuedToken {
  token: string
  userId: string
  partnerId: string
}

/**
 * Signs in (4.1).
 *
 * @throws DomainError as `authenticate`
 */
export async function issueToken(
  dependencies: Pick<Dependencies, 'stores' | 'passwords' | 'signIns' | 'oneTimeCodes' | 'tokens'>,
  credentials: Omit<AuthenticateInput, 'purpose' | 'code'>,
): Promise<IssuedToken> {
  const subject = await authenticate(dependencies, { ...credentials, purpose: 'token' })
  return { token: await dependencies.tokens.issue(subject), userId: subject.userId, partnerId: subject.partnerId }
}
