export const LOCALES = ['pt-BR', 'en'] as const
export type Locale = (typeof LOCALES)[number]

/** Messages in every language. A key that is missing from one of them does not compile. */
export type Messages<T> = Record<Locale, T>
export const defineMessages = <T>(portuguese: T, english: NoInfer<T>): Messages<T> => ({
  'pt-BR': portuguese,
  en: english,
})

/** Returns the text of a value, or the value itself if a later release of the service added it. */
export const textOf = <Value extends string>(texts: Record<Value, string>, value: Value): string =>
  (texts as Partial<Record<Value, string>>)[value] ?? value
