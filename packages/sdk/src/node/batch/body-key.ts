import { createHash } from 'node:crypto'
import { isObject } from '../../options/checks.ts'
import type { CreateAccountBody } from '../../wire/models.ts'

/** Returns an idempotency key that equal bodies share, so that a repeated creation returns the same account. */
// The body is in an array, because `JSON.stringify` returns `undefined` for a missing body.
export const bodyKey = (body: CreateAccountBody): string =>
  createHash('sha256')
    .update(canonicalJson([body]))
    .digest('hex')

/** Sorts the keys of objects, so that the order of columns does not matter. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, field: unknown) => {
    if (!isObject(field)) return field
    const names = Object.keys(field).sort()
    return Object.fromEntries(names.map((name) => [name, field[name]]))
  })
