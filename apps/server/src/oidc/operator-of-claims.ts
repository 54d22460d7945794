import { LIMITS, normalizeEmail, type Operator, OPERATOR_ROLES, type OperatorRole } from '@partner-accounts/core'
import type { OperatorOidcSettings } from '../settings/operator-oidc-settings.ts'

export type Claims = Readonly<Record<string, unknown>> & { sub: string }

export type RejectionReason = 'email-not-verified' | 'not-allowed'

/** `who` names the person in the audit trail. */
export type Recognition = { operator: Operator } | { rejected: RejectionReason; who: string }

type Allowed = Pick<OperatorOidcSettings, 'emails' | 'groups' | 'groupsClaim' | 'trustsEmails'>

/**
 * Completes the claims of the ID token from the user information. The resulting e-mail counts as verified only if a source
 * with this e-mail verifies it, because the two sources may have different e-mails. A denial by either source wins.
 *
 * @returns the claims, with `email_verified: null` if neither source states whether it is verified
 */
export function combineClaims(idToken: Claims, userInfo: Claims): Claims {
  const claims = { ...userInfo, ...idToken }
  const sources = [idToken, userInfo]
  const verifications = sources.map(verificationOf)
  if (verifications.includes('denied')) return { ...claims, email_verified: false }
  if (!verifications.includes('verified')) return { ...claims, email_verified: null }
  const email = lowerCase(emailOf(claims))
  const isVerified = sources.some(
    (source) => lowerCase(emailOf(source)) === email && verificationOf(source) === 'verified',
  )
  return { ...claims, email_verified: isVerified }
}

/** Amazon Cognito sends `email_verified` as text, directories as a number. Anything unknown counts as a denial. */
function verificationOf({ email_verified: value }: Claims): 'verified' | 'denied' | undefined {
  if (value === undefined || value === null) return undefined
  return VERIFIED.has(lowerCase(value)) ? 'verified' : 'denied'
}

const VERIFIED = new Set<unknown>([true, 'true', 1, '1'])

const lowerCase = (value: unknown): unknown => (typeof value === 'string' ? normalizeEmail(value) : value)

/**
 * Requires a verified e-mail or, with `trustsEmails`, one that the provider does not deny. The highest matching role wins.
 */
export function recognizeOperator(claims: Claims, allowed: Allowed): Recognition {
  const email = verifiedEmail(claims, allowed)
  // An unverified e-mail may be somebody else's.
  if (email === undefined) return { rejected: 'email-not-verified', who: toOneLine(claims.sub) }
  const { emails, groups, groupsClaim } = allowed
  const roles = [
    emails.get(email),
    // An entry such as `@empresa.example` is for all addresses of the domain.
    emails.get(email.slice(email.lastIndexOf('@'))),
    ...groupsOf(readClaim(claims, groupsClaim)).map((group) => groups.get(group)),
  ]
  const role = findHighest(roles)
  return role
    ? { operator: { email, name: displayName(claims, email), role } }
    : { rejected: 'not-allowed', who: email }
}

/** Returns the e-mail of a text, or of a list with one address, which some providers send. */
function emailOf({ email }: Claims): string | undefined {
  const address: unknown = Array.isArray(email) && email.length === 1 ? email[0] : email
  return typeof address === 'string' ? address.trim() : undefined
}

/** Matches printable ASCII with exactly one `@`. */
const EMAIL = /^[!-?A-~]+@[!-?A-~]+$/

function verifiedEmail(claims: Claims, { trustsEmails }: Allowed): string | undefined {
  const email = emailOf(claims)
  const verification = verificationOf(claims)
  const isTrusted = verification === 'verified' || (verification === undefined && trustsEmails)
  if (email === undefined || !isTrusted) return undefined
  return email.length <= LIMITS.emailLength && EMAIL.test(email) ? normalizeEmail(email) : undefined
}

/**
 * Returns the claim with this name or at this path, such as Keycloak's `realm_access.roles`. Names may contain dots, too,
 * as in `https://empresa.example/roles`.
 */
function readClaim(claims: unknown, path: string): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined
  if (Object.hasOwn(claims, path)) return (claims as Record<string, unknown>)[path]
  for (const [index, character] of [...path].entries()) {
    if (character !== '.') continue
    const name = path.slice(0, index)
    if (!Object.hasOwn(claims, name)) continue
    const found = readClaim((claims as Record<string, unknown>)[name], path.slice(index + 1))
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Returns the groups in a claim: the items of a list or the keys of an object (Zitadel). For a text such as `[one, two]`
 * (Cognito with SAML), returns the whole text and each part without brackets and quotes.
 */
function groupsOf(claim: unknown): string[] {
  if (typeof claim === 'string') {
    const groups = claim.replace(/^\[(.*)\]$/s, '$1').split(',')
    return [claim, ...groups.map((group) => group.trim().replace(/^"(.*)"$/, '$1'))]
  }
  if (typeof claim !== 'object' || claim === null) return []
  const groups: unknown[] = Array.isArray(claim) ? claim : Object.keys(claim)
  return groups.filter((group) => typeof group === 'string')
}

const MAX_NAMED_CLAIMS = 50

/**
 * Returns the names of claims for the log, without their values, which are personal. Names within objects are paths such as
 * `realm_access.roles`.
 */
export function namesOfClaims(claims: Claims): string[] {
  const names = Object.entries(claims).flatMap(([name, value]) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isObject) return [name]
    const paths = Object.keys(value).map((key) => `${name}.${key}`)
    return [name, ...paths]
  })
  return names.slice(0, MAX_NAMED_CLAIMS).map(toOneLine)
}

const findHighest = (roles: readonly (OperatorRole | undefined)[]): OperatorRole | undefined =>
  OPERATOR_ROLES.findLast((role) => roles.includes(role))

function displayName({ name }: Claims, email: string): string {
  const shownName = typeof name === 'string' ? toOneLine(name) : ''
  return shownName === '' ? email : shownName
}

/** Removes characters that cannot be stored or shown on one line, and what exceeds the maximum length. */
const toOneLine = (text: string): string =>
  [...text.toWellFormed().replaceAll(/\p{C}/gu, '')].slice(0, LIMITS.textLength).join('').trim()
