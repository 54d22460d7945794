import type { Locale } from '@partner-accounts/rules'
import type { ReferenceDocument } from '../document.ts'
import { PORTUGUESE } from '../messages/portuguese.ts'
import type { UiMessages } from '../messages/ui-messages.ts'

export interface RenderContext {
  document: ReferenceDocument
  locale: Locale
  messages: UiMessages
  /** `{base_url}` of the interface. */
  baseUrl: string
  /** Returns a text of the document in the page's language, or in English if it has no translation. */
  translate: (text: string) => string
}

/** @param onMissing is called with each text that has no translation */
export const createTranslator =
  (locale: Locale, onMissing: (text: string) => void = () => undefined) =>
  (text: string): string => {
    if (locale === 'en') return text
    const translation = PORTUGUESE[text]
    if (translation === undefined) onMissing(text)
    return translation ?? text
  }

/** Replaces `{name}` in a text. */
export const fill = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(values[name]))
