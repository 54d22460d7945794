import {
  toCappedCount,
  firstIdAt,
  type ListRequest,
  MAX_COUNT,
  type RecordList,
  searchWords,
  toRecordPage,
} from '@partner-accounts/core'

// A page reads its records in index order, and no others; `test/operator-lists.system.test.ts` counts what it reads.

/** Returns the order and limit of a query. Reads one record more than the page: if it exists, another page follows. */
export const inOrder = ({ limit, order }: ListRequest) =>
  ({ orderBy: { id: order === 'oldest' ? 'asc' : 'desc' }, take: limit + 1 }) as const

/** Returns the condition of ids after the page's cursor, in its order. */
export const following = ({ cursor, order }: ListRequest) =>
  cursor === undefined ? {} : { [order === 'oldest' ? 'gt' : 'lt']: cursor }

/**
 * Returns a page of records, with the total on the first page if it was requested.
 *
 * @param rows the rows of the page, and one more if another page follows
 * @param count counts up to a maximum
 */
export async function toList<Row extends { id: string }, T>(
  rows: readonly Row[],
  page: ListRequest,
  count: (take: number) => Promise<number>,
  toRecord: (row: Row) => T,
): Promise<RecordList<T>> {
  const { items, nextCursor } = toRecordPage(rows, page.limit)
  const list = { items: items.map(toRecord), nextCursor }
  const isCounted = page.withTotal && page.cursor === undefined
  return isCounted ? { ...list, total: toCappedCount(await count(MAX_COUNT + 1)) } : list
}

/** Shorter words contain no trigram, so they match only at the beginning of a word. */
const MIN_PART_LENGTH = 3

/** Returns conditions that require all words of a query. A query without words, such as `!!`, finds nothing. */
export function hasWords(query: string | undefined) {
  if (query === undefined) return []
  const words = searchWords(query).map((word) => (word.length < MIN_PART_LENGTH ? ` ${word}` : word))
  return words.length === 0 ? [{ id: { in: [] } }] : words.map((word) => ({ terms: { contains: word } }))
}

/** Returns the millisecond after a time. Ids distinguish times by milliseconds. */
export const justAfter = (time: Date) => new Date(time.getTime() + 1)

/** Returns the condition of ids that were created between two times, both included. */
export const createdWithin = (from: Date | undefined, to: Date | undefined) => ({
  ...(from && { gte: firstIdAt(from) }),
  ...(to && { lt: firstIdAt(justAfter(to)) }),
})

/** Escapes wildcards. Prisma compares with ILIKE if the case does not matter. */
export const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
