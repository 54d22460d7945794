import { count, optional, recordId } from './fields.ts'

const DEFAULT_SIZE = 50
const MAX_SIZE = 200

/** The inputs of every list: `cursor` is `nextCursor` of the page before. */
export const pageFields = {
  cursor: optional(recordId()),
  limit: count(1, MAX_SIZE)
    .nullish()
    .transform((limit) => limit ?? DEFAULT_SIZE),
}
