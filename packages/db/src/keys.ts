import { firstIdAt } from '@partner-accounts/core'
import { secondsAfter } from './sql/clock.ts'

/** The `partner_id` of rows that belong to no partner. It is not null, because Citus distributes tables by this column. */
export const NO_PARTNER = ''

/** Returns the id that a `partner_id` contains, or null for {@link NO_PARTNER}. */
export const partnerOf = (partnerId: string): string | null => (partnerId === NO_PARTNER ? null : partnerId)

/** Follows all ids, which are hexadecimal. */
export const AFTER_ALL_IDS = 'g'

/** Maximum skew between the database's clock and that of an instance. Ids contain the instance's time. */
const CLOCK_SKEW_SECONDS = 3_600

/** Returns an id that precedes those of all records created since a time. */
export const idBefore = (since: Date): string => firstIdAt(secondsAfter(since, -CLOCK_SKEW_SECONDS))

/** Returns the range of the ids that were created between two times and precede `before`. Ids begin with their time. */
export function idRange(from: Date | undefined, to: Date | undefined, before = AFTER_ALL_IDS) {
  const end = to ? firstIdAt(to) : AFTER_ALL_IDS
  return { fromId: from ? firstIdAt(from) : '', beforeId: before < end ? before : end }
}
