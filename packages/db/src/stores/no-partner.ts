/** The partner of rows that belong to none. A column by which tables are distributed is never null. */
export const NO_PARTNER = ''

/** Returns the partner of a row, or null if it belongs to none. */
export const partnerOf = (partnerId: string): string | null => (partnerId === NO_PARTNER ? null : partnerId)
