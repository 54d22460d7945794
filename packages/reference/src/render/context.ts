import type { Locale } from '@partner-accounts/rules'
import type { ReferenceDocument } from '../document.ts'
import type { Guide, GuideId, GuideSettings, LinkTo } from '../guides.ts'
import { PORTUGUESE } from '../messages/portuguese.ts'
import type { UiMessages } from '../messages/ui-messages.ts'

export interface RenderContext {
  document: ReferenceDocument
  locale: Locale
  messages: UiMessages
  baseUrl: string
  /** Relative path from the rendered page to `{base_url}/`, so that the service works behind any prefix. */
  apiRoot: '' | '../'
  /** Returns a link in the language of the rendered page, relative to that page. */
  linkTo: LinkTo
  guide: (id: GuideId) => Guide
  /** What partners pass to `npm install`. */
  sdkName: string
  /** Credentials of the demo user, if there is one. Samples contain them. */
  demo: GuideSettings['demo']
  /** Returns the text itself if it has no translation. */
  translate: (text: string) => string
}

export const createTranslator =
  (locale: Locale, onMissing: (text: string) => void = () => undefined) =>
  (text: string): string => {
    if (locale === 'en') return text
    const translation = PORTUGUESE[text]
    if (translation === undefined) onMissing(text)
    return translation ?? text
  }

/** Replaces each `{name}` with its value. */
export const fill = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(values[name]))
