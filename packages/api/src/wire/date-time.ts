import { isObject } from '@partner-accounts/rules'
import * as z from 'zod'

/** Has no `format`, because generated validators accept only `Z` as the offset of a `date-time`. */
export const dateTimeSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-][0-2]\d:[0-5]\d$/)
  .meta({
    id: 'IsoDateTimeTzModel',
    description: 'ISO 8601 with an explicit numeric offset.',
    examples: ['2026-03-05T14:07:31+00:00'],
  })

const SECONDS_LENGTH = 'YYYY-MM-DDThh:mm:ss'.length

/**
 * Formats in UTC and whole seconds.
 * @throws RangeError for an invalid date
 */
export const formatDateTime = (time: Date): string => `${time.toISOString().slice(0, SECONDS_LENGTH)}+00:00`

/**
 * Converts the times in a result of any depth to text. `JSON.stringify` would format them with milliseconds and `Z`.
 */
export function formatTimes(value: unknown): unknown {
  if (value instanceof Date) return formatDateTime(value)
  if (Array.isArray(value)) return value.map(formatTimes)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, formatTimes(field)]))
}
