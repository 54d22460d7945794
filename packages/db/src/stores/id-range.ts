import { firstIdAt } from '@partner-accounts/core'

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
