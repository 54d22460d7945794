import { firstIdAt } from '@partner-accounts/core'

/** For rows without a partner: a distribution column is never null. */
export const NO_PARTNER = ''

export const partnerOf = (partnerId: string): string | null => (partnerId === NO_PARTNER ? null : partnerId)

export const AFTER_ALL_IDS = 'g'

/** Returns the range of ids created between two times and before `before`. Ids begin with their creation time. */
export function idRange(from: Date | undefined, to: Date | undefined, before = AFTER_ALL_IDS) {
  const end = to ? firstIdAt(to) : AFTER_ALL_IDS
  return { fromId: from ? firstIdAt(from) : '', beforeId: before < end ? before : end }
}
