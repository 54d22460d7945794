import { LIST_ORDERS, type ListRequest } from '@partner-accounts/core'
import * as z from 'zod'
import { choice, count, optional, recordId } from './fields.ts'

const DEFAULT_SIZE = 50
const MAX_SIZE = 200

export const pageFields = {
  cursor: optional(recordId()),
  limit: count(1, MAX_SIZE)
    .nullish()
    .transform((limit) => limit ?? DEFAULT_SIZE),
}

export const listFields = {
  ...pageFields,
  order: optional(choice(LIST_ORDERS)),
  withTotal: z.boolean().default(false),
}

/** Test partners and their records are left out by default. */
export const testFields = { includeTest: z.boolean().default(false) }

/** Splits the input of a list into the filter of its records and the requested page. */
export const toSearch = <Input extends ListRequest>({ cursor, limit, order, withTotal, ...filter }: Input) => ({
  filter,
  page: { cursor, limit, order, withTotal },
})
