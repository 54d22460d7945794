import { firstIdAt } from '@partner-accounts/core'

/** Distribution columns are never null. */
export const NO_PARTNER = ''

export const partnerOf = (partnerId: string): string | null => (partnerId === NO_PARTNER ? null : partnerId)

export const AFTER_ALL_IDS = 'g'

/** Returns the ids created between two times and before `before`: ids begin with their creation time. */
export function idRange(from: Date | undefined, to: Date | undefined, before = AFTER_ALL_IDS) {
  const end = to ? firstIdAt(to) : AFTER_ALL_IDS
  return { fromId: from ? firstIdAt(from) : '', beforeId: before < end ? before : end }
}
