import type { Locale } from './messages.ts'

export interface Formats {
  number: (value: number) => string
  date: (timestamp: string) => string
  dateTime: (timestamp: string) => string
  timeZone: () => string
  exactTime: (timestamp: string) => string
  /** In minutes, hours or days; beyond a month, the date. */
  relativeTime: (timestamp: string, now: number) => string
  /** Seconds up to a minute and a half, then minutes. */
  duration: (seconds: number) => string
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const MAX_RELATIVE_DAYS = 30

const formatsOf = (locale: Locale): Formats => {
  const numbers = new Intl.NumberFormat(locale)
  // Short dates are ambiguous in English.
  const dateStyle = locale === 'en' ? 'medium' : 'short'
  const dates = new Intl.DateTimeFormat(locale, { dateStyle })
  const timestamps = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
  const seconds = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'medium' })
  const zone = new Intl.DateTimeFormat(locale, { timeZoneName: 'longGeneric' })
  const distances = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    relativeTime(timestamp, now) {
      const distance = Date.parse(timestamp) - now
      const [unit, ms] = UNITS.find(([, size]) => Math.abs(distance) >= size) ?? ['second', Infinity]
      const count = Math.trunc(distance / ms)
      return unit === 'day' && Math.abs(count) > MAX_RELATIVE_DAYS
        ? dates.format(new Date(timestamp))
        : // The format has no -0, and calls 0 seconds "now".
          distances.format(count === 0 ? 0 : count, unit)
    },
    timeZone: () => zone.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '',
    number: (value) => numbers.format(value),
    date: (timestamp) => dates.format(new Date(timestamp)),
    dateTime: (timestamp) => timestamps.format(new Date(timestamp)),
    exactTime: (timestamp) => seconds.format(new Date(timestamp)),
    duration,
  }
}

export const FORMATS = { 'pt-BR': formatsOf('pt-BR'), en: formatsOf('en') }

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600
/** Shorter durations are shown in the smaller unit. */
const MIN_UNITS = 1.5

function duration(seconds: number): string {
  if (seconds <= MIN_UNITS * MINUTE_SECONDS) return `${Math.ceil(seconds)} s`
  const minutes = Math.ceil(seconds / MINUTE_SECONDS)
  if (seconds <= MIN_UNITS * HOUR_SECONDS) return `${minutes} min`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
