import { LIMITS, normalizeEmail, type Operator, OPERATOR_ROLES, type OperatorRole } from '@partner-accounts/core'
import type { OperatorOidcSettings } from '../settings/operator-oidc-settings.ts'

export type Claims = Readonly<Record<string, unknown>> & { sub: string }

export type RejectionReason = 'email-not-verified' | 'not-allowed'

/** `who`: for the audit trail. */
export type Recognition = { operator: Operator } | { rejected: RejectionReason; who: string }

type Allowed = Pick<OperatorOidcSettings, 'emails' | 'groups' | 'groupsClaim'>

/**
 * Completes the ID token from the user information. The e-mail is verified only if one verifies exactly this address
 * and neither denies it: they may describe two mailboxes.
 */
export function combineClaims(idToken: Claims, userInfo: Claims): Claims {
  const claims = { ...userInfo, ...idToken }
  const sources = [idToken, userInfo]
  const isVerified =
    sources.some(({ email, email_verified }) => email === claims['email'] && email_verified === true) &&
    sources.every(({ email_verified = true }) => email_verified === true)
  return { ...claims, email_verified: isVerified }
}

/** Requires an e-mail that the provider verified. The highest matching role wins. */
export function recognizeOperator(claims: Claims, { emails, groups, groupsClaim }: Allowed): Recognition {
  const email = verifiedEmail(claims)
  // An unverified e-mail may be somebody else's.
  if (email === undefined) return { rejected: 'email-not-verified', who: nameOf(claims.sub) }
  const roles = [
    emails.get(email),
    emails.get(email.slice(email.lastIndexOf('@'))),
    ...listOf(claims[groupsClaim]).map((group) => (typeof group === 'string' ? groups.get(group) : undefined)),
  ]
  const role = highest(roles)
  return role
    ? { operator: { email, name: displayName(claims, email), role } }
    : { rejected: 'not-allowed', who: email }
}

const EMAIL = /^[!-?A-~]+@[!-?A-~]+$/

function verifiedEmail({ email, email_verified: isVerified }: Claims): string | undefined {
  if (typeof email !== 'string' || isVerified !== true) return undefined
  return email.length <= LIMITS.emailLength && EMAIL.test(email) ? normalizeEmail(email) : undefined
}

/** Some providers send a single group as text. */
const listOf = (claim: unknown): readonly unknown[] => (Array.isArray(claim) ? (claim as unknown[]) : [claim])

const highest = (roles: readonly (OperatorRole | undefined)[]): OperatorRole | undefined =>
  OPERATOR_ROLES.findLast((role) => roles.includes(role))

const displayName = ({ name }: Claims, email: string): string => (typeof name === 'string' && nameOf(name)) || email

/** Removes what cannot be stored or shown on one line. */
const nameOf = (text: string): string =>
  [...text.toWellFormed().replaceAll(/\p{C}/gu, '')].slice(0, LIMITS.textLength).join('').trim()
