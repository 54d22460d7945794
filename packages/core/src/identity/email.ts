declare const normalized: unique symbol

/** An e-mail in ASCII and lower case, as lookups, comparisons and rate limits use it. */
export type NormalizedEmail = string & { readonly [normalized]: true }

/**
 * Reserved (RFC 2606), so mail reaches nobody. Not `.invalid`, because people enter the e-mails of integrations in other
 * programs, which would reject it.
 */
export const INTEGRATION_DOMAIN = '@integrations.example.com'

const TEST_USER_DOMAIN = '@test-users.invalid'

/** Excludes U+0000, which PostgreSQL cannot store. */
const ASCII = /^[\x01-\x7f]+$/ // eslint-disable-line no-control-regex -- control characters are ASCII too

/**
 * Returns an e-mail in lower case, not trimmed; `undefined` for e-mails that cannot be registered.
 *
 * PostgreSQL and JavaScript disagree on the case of characters such as `İ`, so only ASCII is lower-cased. All stored
 * addresses are ASCII.
 */
export const normalizeEmail = (email: string): NormalizedEmail | undefined =>
  ASCII.test(email) ? (email.toLowerCase() as NormalizedEmail) : undefined

/** Returns the e-mail of a live user's counterpart in the test partner. Nobody signs in with it. */
export const testUserEmail = (liveUserId: string): NormalizedEmail =>
  `${liveUserId}${TEST_USER_DOMAIN}` as NormalizedEmail

/** Returns whether an e-mail is from `testUserEmail`. */
export const isTestUserEmail = (email: string): boolean => email.endsWith(TEST_USER_DOMAIN)

/** Returns whether only the service may create a user with the e-mail. */
export const isReservedEmail = (email: NormalizedEmail): boolean =>
  email.endsWith(INTEGRATION_DOMAIN) || isTestUserEmail(email)

/** Returns the key that identifies an e-mail in lookups and comparisons. */
export const emailKeyOf = (email: string): string => normalizeEmail(email) ?? email

export const isSameEmail = (one: string, other: string): boolean => emailKeyOf(one) === emailKeyOf(other)
