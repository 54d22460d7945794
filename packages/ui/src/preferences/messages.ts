export const LOCALES = ['pt-BR', 'en'] as const
export type Locale = (typeof LOCALES)[number]

/** A key missing in a language does not compile. */
export type Messages<T> = Record<Locale, T>
export const defineMessages = <T>(portuguese: T, english: NoInfer<T>): Messages<T> => ({
  'pt-BR': portuguese,
  en: english,
})
