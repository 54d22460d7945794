import { useLocale } from './locale.ts'
import type { Locale } from './words.ts'

/** Formats numbers, times and durations in the user's language. */
export interface Formats {
  number: (value: number) => string
  date: (timestamp: string) => string
  dateTime: (timestamp: string) => string
  /** Short, with seconds. */
  timeOfDay: (timestamp: string) => string
  /** Whole seconds up to a minute and a half, whole minutes above. */
  duration: (seconds: number) => string
}

const formatsOf = (locale: Locale): Formats => {
  const numbers = new Intl.NumberFormat(locale)
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const timestamps = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
  const seconds = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' })
  return {
    number: (value) => numbers.format(value),
    date: (timestamp) => dates.format(new Date(timestamp)),
    dateTime: (timestamp) => timestamps.format(new Date(timestamp)),
    timeOfDay: (timestamp) => seconds.format(new Date(timestamp)),
    duration: (seconds) => (seconds <= 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`),
  }
}

const FORMATS = { 'pt-BR': formatsOf('pt-BR'), en: formatsOf('en') }

export const useFormats = (): Formats => FORMATS[useLocale()]
