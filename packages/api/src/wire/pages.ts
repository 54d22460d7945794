import type { PageRequest, RecordPage } from '@partner-accounts/core'
import type * as z from 'zod'
import { count, optional, recordId } from './fields.ts'

const DEFAULT_SIZE = 50
const MAX_SIZE = 200

/** The inputs of every list: `cursor` is `next_cursor` of the page before. */
export const pageFields = {
  cursor: optional(recordId()),
  limit: optional(count(1, MAX_SIZE)),
}

export const pageRequest = ({
  cursor,
  limit = DEFAULT_SIZE,
}: z.output<z.ZodObject<typeof pageFields>>): PageRequest => ({
  cursor,
  limit,
})

/** Returns a page as the interface shows it. */
export const presentPage = <T, Presented>({ items, nextCursor }: RecordPage<T>, present: (item: T) => Presented) => ({
  items: items.map(present),
  next_cursor: nextCursor,
})
