import { firstIdAt, normalizeEmail } from '@partner-accounts/core'

/** The partner of rows that belong to none. A column by which tables are distributed is never null. */
export const NO_PARTNER = ''

/** Returns the partner of a row, or null if it belongs to none. */
export const partnerOf = (partnerId: string): string | null => (partnerId === NO_PARTNER ? null : partnerId)

/** Returns an e-mail in the form in which it is unique. Every e-mail that the service stores is ASCII. */
export const emailKeyOf = (email: string): string => normalizeEmail(email) ?? email

/** Sorts after every id: they are hexadecimal. */
export const AFTER_ALL_IDS = 'g'

/**
 * Returns the range of the ids of records that were created between two times and precede the id `before`. Ids begin with
 * the time of their creation.
 */
export function idRange(from: Date | undefined, to: Date | undefined, before = AFTER_ALL_IDS) {
  const end = to ? firstIdAt(to) : AFTER_ALL_IDS
  return { fromId: from ? firstIdAt(from) : '', beforeId: before < end ? before : end }
}
