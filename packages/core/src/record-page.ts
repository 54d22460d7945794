/** A part of a list. It begins after the record `cursor`, at any page at the same cost. */
export interface PageRequest {
  cursor?: string | undefined
  limit: number
}

/** Some records of a list, and where the list continues. */
export interface RecordPage<T> {
  items: T[]
  /** The cursor of the next page; null on the last page. */
  nextCursor: string | null
}

/**
 * Returns the page that begins with these records.
 *
 * @param records one more than the page has shows that another page follows
 */
export function toRecordPage<T extends { id: string }>(records: readonly T[], limit: number): RecordPage<T> {
  const items = records.slice(0, limit)
  return { items, nextCursor: records.length > limit ? (items.at(-1)?.id ?? null) : null }
}
