import { useLocale } from './locale.ts'
import type { Locale } from './words.ts'

/** Numbers and moments as people write them. */
export interface Formats {
  number(value: number): string
  date(moment: string): string
  dateTime(moment: string): string
}

const formatsOf = (locale: Locale): Formats => {
  const numbers = new Intl.NumberFormat(locale)
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
  return {
    number: (value) => numbers.format(value),
    date: (moment) => dates.format(new Date(moment)),
    dateTime: (moment) => moments.format(new Date(moment)),
  }
}

const FORMATS = { 'pt-BR': formatsOf('pt-BR'), en: formatsOf('en') }

export const useFormats = (): Formats => FORMATS[useLocale()]
