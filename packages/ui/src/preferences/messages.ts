export const LOCALES = ['pt-BR', 'en'] as const
export type Locale = (typeof LOCALES)[number]

export type Messages<T> = Record<Locale, T>

/** A key missing in a language does not compile. */
export const defineMessages = <T>(portuguese: T, english: NoInfer<T>): Messages<T> => ({
  'pt-BR': portuguese,
  en: english,
})
