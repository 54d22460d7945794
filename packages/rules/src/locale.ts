/** The first is the default: end users are Brazilian. */
export const LOCALES = ['pt-BR', 'en'] as const
export type Locale = (typeof LOCALES)[number]

export type LocalizedText = Readonly<Record<Locale, string>>

/** Browsers send less than half of this. Reading thousands of languages takes 10 ms. */
const MAX_HEADER_LENGTH = 500

/**
 * Returns the language that an `Accept-Language` header prefers (RFC 9110, 12.5.4), or the default if it names none.
 *
 * `@fastify/accept-negotiator` compares only whole values, so it would not find Portuguese for `pt` or `pt-PT`.
 */
export function chooseLocale(header: string | undefined): Locale {
  const ranges = header?.slice(0, MAX_HEADER_LENGTH).split(',') ?? []
  let best: { locale: Locale; quality: number } = { locale: LOCALES[0], quality: 0 }
  for (const range of ranges) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const locale = LOCALES.find((candidate) => languageOf(candidate) === languageOf(tag))
    const quality = qualityOf(parameters)
    if (locale && quality > best.quality) best = { locale, quality }
  }
  return best.locale
}

const languageOf = (tag: string) => tag.toLowerCase().split('-')[0]

function qualityOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  if (given === undefined) return 1
  const quality = Number(given.slice('q='.length))
  return quality >= 0 && quality <= 1 ? quality : 0
}
