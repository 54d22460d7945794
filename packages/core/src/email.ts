declare const normalized: unique symbol

/** An e-mail address in the form used for lookups, comparison and rate limits: ASCII, in lower case. */
export type NormalizedEmail = string & { readonly [normalized]: true }

/** U+0000 is excluded: PostgreSQL cannot store it. */
const ASCII = /^[\x01-\x7f]+$/ // eslint-disable-line no-control-regex -- control characters are ASCII too

/**
 * Normalises an e-mail address. Trims nothing.
 *
 * Every address that the service stores is ASCII. Unicode's case rules differ between PostgreSQL and JavaScript
 * (`İ`), so an address with any other character is not lower-cased, and no stored address matches it.
 *
 * @returns `undefined` for an address that cannot be registered
 */
export const normalizeEmail = (email: string): NormalizedEmail | undefined =>
  ASCII.test(email) ? (email.toLowerCase() as NormalizedEmail) : undefined

/** Returns whether two addresses are the same, case-insensitively. */
export const isSameEmail = (one: string, other: string): boolean =>
  one === other || (normalizeEmail(one) !== undefined && normalizeEmail(one) === normalizeEmail(other))
