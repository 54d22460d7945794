import type { Locale } from '@partner-accounts/rules'
import { brunoArchive } from './collections/bruno.ts'
import { postmanCollection } from './collections/postman.ts'
import { type ReferenceDocument, withExtension } from './document.ts'
import type { GuideSettings } from './guides.ts'
import { createTranslator } from './render/context.ts'
import { renderMarkdown } from './render/markdown-page.ts'
import { renderPage } from './render/page.ts'
import { UI_MESSAGES } from './messages/ui-messages.ts'

export { brunoFiles } from './collections/bruno.ts'
export type { ReferenceDocument } from './document.ts'
export type { GuideSettings } from './guides.ts'

/** At `@partner-accounts/reference/assets/`. */
export const ASSETS = [
  'page.css',
  'theme.js',
  'page.js',
  'samples.js',
  'sample-call.js',
  'sample-writers.js',
  'search.js',
  'try-it.js',
] as const

export interface Reference {
  /** @param onMissing called with each untranslated text */
  page: (locale: Locale, onMissing?: (text: string) => void) => string
  markdown: (locale: Locale) => string
  postman: () => string
  bruno: () => Uint8Array
}

/**
 * @param json the OpenAPI document
 * @param events that of the extension
 */
export function createReference(json: string, settings: GuideSettings, events?: string): Reference {
  const specified = JSON.parse(json) as ReferenceDocument
  const document = events === undefined ? specified : withExtension(specified, JSON.parse(events) as ReferenceDocument)
  const { baseUrl, sdk, demo } = settings
  const contextOf = (locale: Locale, onMissing?: (text: string) => void) => ({
    document,
    locale,
    messages: UI_MESSAGES[locale],
    baseUrl,
    sdkName: sdk.name,
    demo,
    translate: createTranslator(locale, onMissing),
  })
  return {
    page: (locale, onMissing) => renderPage(contextOf(locale, onMissing), settings),
    markdown: (locale) => renderMarkdown(contextOf(locale), settings),
    postman: () => JSON.stringify(postmanCollection(document, settings), null, 2),
    bruno: () => brunoArchive(document, settings),
  }
}
