/** The languages that the service speaks; the first one unless another is asked for. */
const LOCALES = ['pt-BR', 'en'] as const
export type Locale = (typeof LOCALES)[number]

/** The same words in every language. */
export type Words = Readonly<Record<Locale, string>>

/** The best of them for an `Accept-Language` header (RFC 9110, 12.5.4). */
export function chooseLocale(header: string | null): Locale {
  let best: { locale: Locale; quality: number } = { locale: LOCALES[0], quality: 0 }
  for (const range of header?.split(',') ?? []) {
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
  const quality = Number(given?.slice('q='.length) ?? 1)
  return quality >= 0 && quality <= 1 ? quality : 0
}
