declare const normalized: unique symbol

/** An e-mail address for lookups, comparison and rate limits: ASCII, in lower case. */
export type NormalizedEmail = string & { readonly [normalized]: true }

/** Domain of integrations' e-mails, never registered (RFC 6761), so mail reaches nobody. */
export const INTEGRATION_DOMAIN = '@integrations.invalid'

/** Of live managers' users of their test partner. */
export const TEST_USER_DOMAIN = '@test-users.invalid'

/** PostgreSQL cannot store U+0000. */
const ASCII = /^[\x01-\x7f]+$/ // eslint-disable-line no-control-regex -- control characters are ASCII too

/**
 * Normalises an e-mail address without trimming it; `undefined` if it cannot be registered.
 *
 * Stored addresses are ASCII. PostgreSQL and JavaScript disagree on the case of other characters (`İ`), so an address
 * with any is not lower-cased, and matches no stored one.
 */
export const normalizeEmail = (email: string): NormalizedEmail | undefined =>
  ASCII.test(email) ? (email.toLowerCase() as NormalizedEmail) : undefined

/** Returns an e-mail in its unique form. Every stored e-mail is ASCII. */
export const emailKeyOf = (email: string): string => normalizeEmail(email) ?? email

export const isSameEmail = (one: string, other: string): boolean =>
  one === other || (normalizeEmail(one) !== undefined && normalizeEmail(one) === normalizeEmail(other))
