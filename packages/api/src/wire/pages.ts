import { count, optional, recordId } from './fields.ts'

const DEFAULT_SIZE = 50
const MAX_SIZE = 200

export const pageFields = {
  cursor: optional(recordId()),
  limit: count(1, MAX_SIZE)
    .nullish()
    .transform((limit) => limit ?? DEFAULT_SIZE),
}
