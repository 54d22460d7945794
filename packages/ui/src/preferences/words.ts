export const LOCALES = ['pt-BR', 'en'] as const
export type Locale = (typeof LOCALES)[number]

/** Texts in every language. A key that is missing from one of them does not compile. */
export type Words<T> = Record<Locale, T>
export const words = <T>(portuguese: T, english: NoInfer<T>): Words<T> => ({ 'pt-BR': portuguese, en: english })
