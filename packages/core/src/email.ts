declare const normalized: unique symbol

/** For lookups, comparison and rate limits: ASCII, in lower case. */
export type NormalizedEmail = string & { readonly [normalized]: true }

/** Never registered (RFC 6761), so mail reaches nobody. */
export const INTEGRATION_DOMAIN = '@integrations.invalid'

/** Of live managers' users of their test partner. */
export const TEST_USER_DOMAIN = '@test-users.invalid'

/** PostgreSQL cannot store U+0000. */
const ASCII = /^[\x01-\x7f]+$/ // eslint-disable-line no-control-regex -- control characters are ASCII too

/**
 * Normalises without trimming; `undefined` for addresses that cannot be registered.
 *
 * PostgreSQL and JavaScript disagree on the case of characters such as `İ`, so only ASCII is lower-cased. All stored
 * addresses are ASCII.
 */
export const normalizeEmail = (email: string): NormalizedEmail | undefined =>
  ASCII.test(email) ? (email.toLowerCase() as NormalizedEmail) : undefined

/** Returns an e-mail in its unique form. */
export const emailKeyOf = (email: string): string => normalizeEmail(email) ?? email

export const isSameEmail = (one: string, other: string): boolean => emailKeyOf(one) === emailKeyOf(other)
