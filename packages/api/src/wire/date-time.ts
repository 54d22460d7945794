import { isObject } from '@partner-accounts/rules'
import * as z from 'zod'

export const dateTimeSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-][0-2]\d:[0-5]\d$/)
  .meta({
    id: 'IsoDateTimeTzModel',
    format: 'date-time',
    description: 'ISO 8601 with an explicit numeric offset.',
    examples: ['2026-03-05T14:07:31+00:00'],
  })

const DAY_SECONDS = 86_400
const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))

let lastDay = NaN
let lastDayText = ''

/** Most accounts of a page share a day. */
function formatDay(day: number): string {
  if (day !== lastDay) {
    lastDayText = new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 'YYYY-MM-DD'.length)
    lastDay = day
  }
  return lastDayText
}

/**
 * Formats in UTC and whole seconds.
 * @throws RangeError for an invalid date
 */
export function formatDateTime(time: Date): string {
  const seconds = Math.floor(time.getTime() / 1000)
  const day = Math.floor(seconds / DAY_SECONDS)
  const secondOfDay = seconds - day * DAY_SECONDS
  const part = (divisor: number) => TWO_DIGITS[Math.floor(secondOfDay / divisor) % 60]
  return `${formatDay(day)}T${part(3600)}:${part(60)}:${part(1)}+00:00`
}

/** Converts a result's times to text, which `JSON.stringify` would format differently. */
export function formatTimes(value: unknown): unknown {
  if (value instanceof Date) return formatDateTime(value)
  if (Array.isArray(value)) return value.map(formatTimes)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, formatTimes(field)]))
}
