import { createHash } from 'node:crypto'
import type { CreateAccountBody } from '../../wire/models.ts'

/** Returns an idempotency key that equal bodies share, so that a repeated creation returns the same account. */
export const bodyKey = (body: CreateAccountBody): string =>
  createHash('sha256')
    .update(canonicalJson([body]))
    .digest('hex')

/** Sorts the keys: the order of columns does not matter. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([one], [other]) => (one < other ? -1 : 1)))
      : field,
  )
