import { StoredChoice, useStoredChoice } from './stored-choice.ts'
import { type Locale, LOCALES, type Messages } from './messages.ts'

/** Returns the locale for the first of the user's languages in which the pages are written, or else Portuguese. */
function preferredLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    const found = LOCALES.find((locale) => locale.slice(0, 2) === language.slice(0, 2))
    if (found) return found
  }
  return 'pt-BR'
}

export const localeChoice = new StoredChoice<Locale>('locale', LOCALES, preferredLocale(navigator.languages))

const applyToDocument = () => {
  document.documentElement.lang = localeChoice.get()
}
localeChoice.subscribe(applyToDocument)
applyToDocument()

export const useLocale = (): Locale => useStoredChoice(localeChoice)

export const useMessages = <T>(both: Messages<T>): T => both[useLocale()]
