import type { Locale } from '@partner-accounts/rules'
import { brunoArchive } from './collections/bruno.ts'
import { postmanCollection } from './collections/postman.ts'
import type { ReferenceDocument } from './document.ts'
import { createTranslator } from './render/context.ts'
import { renderMarkdown } from './render/markdown-page.ts'
import { renderPage } from './render/page.ts'
import type { GuideSettings } from './words/guides.ts'
import { UI_WORDS } from './words/ui-words.ts'

export { brunoFiles } from './collections/bruno.ts'
export type { ReferenceDocument } from './document.ts'
export type { GuideSettings } from './words/guides.ts'

/** The files that the page loads, at `@partner-accounts/reference/assets/`. */
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

/** The reference page and the collections of requests. */
export interface Reference {
  /**
   * Returns the page as HTML.
   *
   * @param onMissing is called with each text of the document that has no translation
   */
  page: (locale: Locale, onMissing?: (text: string) => void) => string
  /** Returns the same in Markdown, for programs. */
  markdown: (locale: Locale) => string
  /** Returns a Postman collection as JSON. */
  postman: () => string
  /** Returns a Bruno collection as a zip archive. */
  bruno: () => Uint8Array
}

/**
 * Creates the reference of an OpenAPI document.
 *
 * @param json the document
 */
export function createReference(json: string, settings: GuideSettings): Reference {
  const document = JSON.parse(json) as ReferenceDocument
  const { baseUrl } = settings
  const contextOf = (locale: Locale, onMissing?: (text: string) => void) => ({
    ...{ document, locale, words: UI_WORDS[locale], baseUrl },
    translate: createTranslator(locale, onMissing),
  })
  return {
    page: (locale, onMissing) => renderPage(contextOf(locale, onMissing), settings),
    markdown: (locale) => renderMarkdown(contextOf(locale), settings),
    postman: () => JSON.stringify(postmanCollection(document, settings), null, 2),
    bruno: () => brunoArchive(document, settings),
  }
}
