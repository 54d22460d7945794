import type { AuditAction } from '../audit/audit-actions.ts'
import { ownEntry } from '../audit/audit-entry.ts'
import type { AuditTrail } from '../audit/audit-store.ts'
import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import { INTEGRATION_DOMAIN, type NormalizedEmail, normalizeEmail } from './email.ts'
import { isGeneratedPassword } from './generated-password.ts'
import type { PortalUserCredentials } from './portal-user-store.ts'
import { type TokenSubject, tokenSubject } from './portal-user.ts'
import { verifySecondFactor } from './verify-second-factor.ts'

export interface AuthenticateInput {
  email: string
  password: string
  network: string
  /** Integrations receive only tokens. */
  purpose: 'session' | 'token'
  /** Code of the second factor, which only sessions require. */
  code?: string | undefined
  /**
   * Applies the rate limit to the sign-in.
   *
   * @param partnerId the partner of an integration whose password is right; `undefined` applies the limit of the client's
   * network
   * @throws an error if the limit is exceeded
   */
  admit?: ((partnerId: string | undefined) => Promise<void>) | undefined
  /** Called when the credentials are right, before the sign-in is recorded. An error rejects the sign-in. */
  onVerified?: ((subject: TokenSubject) => void) | undefined
}

const ACTIONS = {
  session: 'portal-user.signed-in',
  token: 'portal-user.token-issued',
} satisfies Record<AuthenticateInput['purpose'], AuditAction>

type SignInDependencies = Pick<Dependencies, 'stores' | 'passwords' | 'signIns' | 'oneTimeCodes'>

/**
 * Verifies credentials and records the sign-in. Users of a suspended partner can sign in, because the 403 of the account
 * endpoints is more accurate than a failed sign-in.
 *
 * @throws `invalid-credentials`, `user-not-activated` (5.4), `integration-sign-in`, `too-many-sign-ins`, `overloaded`,
 * `second-factor-required`, `wrong-code`, and the errors of `admit` and `onVerified`
 */
export async function authenticate(dependencies: SignInDependencies, input: AuthenticateInput): Promise<TokenSubject> {
  if (input.email === '' || input.password === '') throw new DomainError('invalid-credentials')
  const address = normalizeEmail(input.email)
  const user = address?.endsWith(INTEGRATION_DOMAIN)
    ? await verifyIntegration(dependencies, address, input)
    : await verifyPerson(dependencies, address, input)
  const subject = tokenSubject({ ...user, userId: user.id })
  input.onVerified?.(subject)
  const { portalUsers, audit } = dependencies.stores
  await portalUsers.recordSignIn(user)
  await audit.record(ownEntry(user, ACTIONS[input.purpose]))
  return subject
}

/**
 * Verifies a generated password. It cannot be guessed, so a correct one is accepted after any number of failures from the
 * same network, which all customers of an integration platform may share. Wrong ones count as failed sign-ins.
 */
async function verifyIntegration(
  { stores: { portalUsers, audit }, signIns }: SignInDependencies,
  address: NormalizedEmail,
  { password, network, purpose, admit }: AuthenticateInput,
): Promise<PortalUserCredentials> {
  const user = await signIns.lookUp(network, () => portalUsers.findCredentials(address))
  const hashes = user?.status === 'active' ? [user.passwordHash, user.previousPasswordHash ?? null] : []
  if (user && hashes.some((hash) => hash !== null && isGeneratedPassword(password, hash))) {
    await admit?.(user.partnerId)
    if (purpose === 'session') throw new DomainError('integration-sign-in')
    return user
  }
  await admit?.(undefined)
  const attempt = await signIns.reserve(address, network)
  if (user) recordFailure(audit, user)
  await attempt.end(true)
  throw new DomainError('invalid-credentials')
}

async function verifyPerson(
  dependencies: SignInDependencies,
  address: NormalizedEmail | undefined,
  { email, password, network, purpose, code, admit }: AuthenticateInput,
): Promise<PortalUserCredentials> {
  const { portalUsers, audit, secondFactors } = dependencies.stores
  const { passwords, signIns } = dependencies
  await admit?.(undefined)
  const attempt = await signIns.reserve(address ?? email, network)
  let hasFailed = false
  try {
    const user = address && (await portalUsers.findCredentials(address))
    // An invited user has no password yet.
    if (user?.status === 'invited') throw new DomainError('user-not-activated')

    const hash = user?.status === 'active' ? (user.passwordHash ?? undefined) : undefined
    hasFailed = !(await passwords.verify(password, hash, network))
    if (user && hasFailed) recordFailure(audit, user)
    if (!user || hasFailed) throw new DomainError('invalid-credentials')

    const factor = purpose === 'session' ? await secondFactors.find(user) : undefined
    if (factor?.isActive) {
      if (code === undefined) throw new DomainError('second-factor-required')
      // Counts wrong codes itself: they are no failed passwords.
      await verifySecondFactor(dependencies, { user, factor, code }).catch((error: unknown) => {
        recordFailure(audit, user)
        throw error
      })
    }
    return user
  } finally {
    await attempt.end(hasFailed)
  }
}

/** Does not wait, so a response takes as long for a known e-mail as for an unknown one. */
function recordFailure(audit: AuditTrail, user: PortalUserCredentials): void {
  audit.record(ownEntry(user, 'portal-user.sign-in-failed')).catch(() => undefined)
}

/**
 * Signs in and issues a token (4.1).
 *
 * @throws DomainError as `authenticate`
 */
export async function issueToken(
  dependencies: Pick<Dependencies, 'stores' | 'passwords' | 'signIns' | 'oneTimeCodes' | 'tokens'>,
  credentials: Omit<AuthenticateInput, 'purpose' | 'code'>,
): Promise<{ token: string; userId: string }> {
  const subject = await authenticate(dependencies, { ...credentials, purpose: 'token' })
  return { token: await dependencies.tokens.issue(subject), userId: subject.userId }
}

declare module '../dependencies.ts' {
  interface Dependencies {
    tokens: { issue: (subject: TokenSubject) => Promise<string> }
  }
}
