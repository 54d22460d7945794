export const LOCALES = ['pt-BR', 'en'] as const
export type Locale = (typeof LOCALES)[number]

/** The same words in every language: a key that one of them lacks does not compile. */
export type Words<T> = Record<Locale, T>
export const words = <T>(portuguese: T, english: NoInfer<T>): Words<T> => ({ 'pt-BR': portuguese, en: english })
