import { firstIdAt } from '@partner-accounts/core'
import { secondsAfter } from './sql/clock.ts'

/** Distribution columns are never null. */
export const NO_PARTNER = ''

export const partnerOf = (partnerId: string): string | null => (partnerId === NO_PARTNER ? null : partnerId)

export const AFTER_ALL_IDS = 'g'

/** Ids contain the time of an instance's clock, which may differ from the database's by as much. */
const CLOCK_SKEW_SECONDS = 3_600

/** Returns an id before those of all records that were created since a time. */
export const idBefore = (since: Date): string => firstIdAt(secondsAfter(since, -CLOCK_SKEW_SECONDS))

/** Returns the ids created between two times and before `before`: ids begin with their creation time. */
export function idRange(from: Date | undefined, to: Date | undefined, before = AFTER_ALL_IDS) {
  const end = to ? firstIdAt(to) : AFTER_ALL_IDS
  return { fromId: from ? firstIdAt(from) : '', beforeId: before < end ? before : end }
}
