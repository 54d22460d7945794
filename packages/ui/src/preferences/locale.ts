import { StoredChoice, useStoredChoice } from './stored-choice.ts'
import { type Locale, LOCALES, type Messages } from './messages.ts'

/** Default: Portuguese. */
const preferred = (languages: readonly string[]): Locale =>
  languages.flatMap((tag) => LOCALES.find((locale) => tag.slice(0, 2) === locale.slice(0, 2)) ?? [])[0] ?? LOCALES[0]

export const localeChoice = new StoredChoice<Locale>('locale', LOCALES, preferred(navigator.languages))

const applyToDocument = () => {
  document.documentElement.lang = localeChoice.get()
}
localeChoice.subscribe(applyToDocument)
applyToDocument()

export const useLocale = (): Locale => useStoredChoice(localeChoice)

export const useMessages = <T>(both: Messages<T>): T => both[useLocale()]
