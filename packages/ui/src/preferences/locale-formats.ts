import type { Locale } from './messages.ts'

export interface Formats {
  number: (value: number) => string
  /** A count that stopped at `countedTo` is followed by a plus sign. */
  count: (value: number, countedTo: number) => string
  date: (timestamp: string) => string
  dateTime: (timestamp: string) => string
  /** Date and time with seconds. */
  exactTime: (timestamp: string) => string
  /** Name of the user's time zone. */
  timeZone: () => string
  /** Distance from `now`, or the date if it is more than 30 days away. */
  relativeTime: (timestamp: string, now: number) => string
  /** Such as `90 s`, `90 min` or `1 h 31 min`. */
  duration: (seconds: number) => string
}

const UNITS = [
  { unit: 'day', unitMs: 86_400_000 },
  { unit: 'hour', unitMs: 3_600_000 },
  { unit: 'minute', unitMs: 60_000 },
] as const
const MAX_RELATIVE_DAYS = 30

const formatsOf = (locale: Locale): Formats => {
  const numbers = new Intl.NumberFormat(locale)
  // Short dates are ambiguous in English.
  const dateStyle = locale === 'en' ? 'medium' : 'short'
  const dates = new Intl.DateTimeFormat(locale, { dateStyle })
  const timestamps = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
  const exactTimes = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'medium' })
  const zone = new Intl.DateTimeFormat(locale, { timeZoneName: 'longGeneric' })
  const distances = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    relativeTime(timestamp, now) {
      const distanceMs = Date.parse(timestamp) - now
      const largest = UNITS.find(({ unitMs }) => Math.abs(distanceMs) >= unitMs)
      // Zero seconds are formatted as "now".
      if (!largest) return distances.format(0, 'second')
      const isInDays = largest.unit === 'day'
      // Days are named, such as "yesterday", so they are those of the calendar.
      const days = dayNumber(Date.parse(timestamp)) - dayNumber(now)
      const count = isInDays ? days : Math.trunc(distanceMs / largest.unitMs)
      const isDistant = isInDays && Math.abs(count) > MAX_RELATIVE_DAYS
      return isDistant ? dates.format(new Date(timestamp)) : distances.format(count, largest.unit)
    },
    timeZone: () => zone.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '',
    number: (value) => numbers.format(value),
    count: (value, countedTo) => (value < countedTo ? numbers.format(value) : `${numbers.format(countedTo)}+`),
    date: (timestamp) => dates.format(new Date(timestamp)),
    dateTime: (timestamp) => timestamps.format(new Date(timestamp)),
    exactTime: (timestamp) => exactTimes.format(new Date(timestamp)),
    duration,
  }
}

export const FORMATS = { 'pt-BR': formatsOf('pt-BR'), en: formatsOf('en') }

/** Returns the number of a time's day in the user's time zone. */
function dayNumber(time: number): number {
  const date = new Date(time)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000
}

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600
/** Durations up to 1.5 minutes are shown in seconds, and longer ones up to 1.5 hours in minutes. */
const MIN_UNITS = 1.5

function duration(seconds: number): string {
  if (seconds <= MIN_UNITS * MINUTE_SECONDS) return `${Math.ceil(seconds)} s`
  const minutes = Math.ceil(seconds / MINUTE_SECONDS)
  if (seconds <= MIN_UNITS * HOUR_SECONDS) return `${minutes} min`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
