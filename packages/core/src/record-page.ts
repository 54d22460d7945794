/** Starts after the record `cursor`, at the same cost for every page. */
export interface PageRequest {
  cursor?: string | undefined
  limit: number
}

export interface RecordPage<T> {
  items: T[]
  /** null on the last page. */
  nextCursor: string | null
}

/** @param records up to one more than the page has, which shows that another follows */
export function toRecordPage<T extends { id: string }>(records: readonly T[], limit: number): RecordPage<T> {
  const items = records.slice(0, limit)
  return { items, nextCursor: records.length > limit ? (items.at(-1)?.id ?? null) : null }
}
