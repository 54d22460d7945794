/** A page that starts after the record `cursor`. Every page costs the same. */
export interface PageRequest {
  cursor?: string | undefined
  limit: number
}

export const LIST_ORDERS = ['newest', 'oldest'] as const
export type ListOrder = (typeof LIST_ORDERS)[number]

export interface ListRequest extends PageRequest {
  /** Order of creation. */
  order?: ListOrder | undefined
  /** Adds the total to the first page. */
  withTotal?: boolean | undefined
}

/** A count that stops at `MAX_COUNT`, to limit the cost. */
export interface CappedCount {
  count: number
  /** False if there are more than `count`. */
  isExact: boolean
}

export const MAX_COUNT = 10_000

/** @param count the exact count, or at least `MAX_COUNT + 1` if counting stopped */
export const toCappedCount = (count: number): CappedCount => ({
  count: Math.min(count, MAX_COUNT),
  isExact: count <= MAX_COUNT,
})

export interface RecordPage<T> {
  items: T[]
  /** null on the last page. */
  nextCursor: string | null
}

export interface RecordList<T> extends RecordPage<T> {
  total?: CappedCount
}

/** @param records up to `limit + 1`, the last of which only shows that another page follows */
export function toRecordPage<T extends { id: string }>(records: readonly T[], limit: number): RecordPage<T> {
  const items = records.slice(0, limit)
  const hasNextPage = records.length > limit
  return { items, nextCursor: hasNextPage ? (items.at(-1)?.id ?? null) : null }
}
