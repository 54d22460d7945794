import type { PageRequest, RecordPage } from '@partner-accounts/core'
import * as z from 'zod'
import type { FieldError } from './field-errors.ts'
import { optional, recordId, wrongType } from './fields.ts'

const DEFAULT_SIZE = 50
const MAX_SIZE = 200

/** The inputs of every list: `cursor` is `next_cursor` of the page before. */
export const pageFields = {
  cursor: optional(recordId()),
  limit: optional(
    z
      .int({ error: wrongType('not_integer') })
      .min(1, 'at_least_one' satisfies FieldError)
      .max(MAX_SIZE, 'too_many' satisfies FieldError),
  ),
}

export const pageRequest = ({
  cursor,
  limit,
}: {
  cursor?: string | undefined
  limit?: number | undefined
}): PageRequest => ({
  cursor,
  limit: limit ?? DEFAULT_SIZE,
})

/** Returns a page as the interface shows it. */
export const presentPage = <T, Presented>({ items, nextCursor }: RecordPage<T>, present: (item: T) => Presented) => ({
  items: items.map(present),
  next_cursor: nextCursor,
})
