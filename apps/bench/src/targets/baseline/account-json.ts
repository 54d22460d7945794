import type { Field, Row } from './baseline-pool.ts'

/**
 * Writes an account without the closing brace, so that the caller can add a field.
 *
 * @param at position of the account's id in the row, before the other columns of an account
 */
export const unclosedAccountJson = (row: Row, at: number) =>
  `{"_id":"${row[at]}","_created":"${dateTime(row[at + 1]!)}","name":${JSON.stringify(row[at + 2])}` +
  `,"financial_email":${JSON.stringify(row[at + 3])},"cnpj":${textOrNull(row[at + 4]!)}` +
  `,"active_employees":${row[at + 5]},"subscription_employees":${row[at + 6]},"subscription_face_ids":${row[at + 7]}`

/** Converts PostgreSQL's format: `2026-03-05 14:07:31.999+00`. */
const dateTime = (timestamp: string) => `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}+00:00`

const textOrNull = (field: Field) => (field === null ? 'null' : `"${field}"`)
