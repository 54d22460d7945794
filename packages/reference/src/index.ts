import type { Locale } from '@partner-accounts/rules'
import { brunoArchive } from './collections/bruno.ts'
import { postmanCollection } from './collections/postman.ts'
import { type ReferenceDocument, withExtension } from './document.ts'
import { guideOf, type GuideSettings } from './guides.ts'
import { UI_MESSAGES } from './messages/ui-messages.ts'
import { renderChangeFeed } from './render/change-feed.ts'
import { createTranslator, type RenderContext } from './render/context.ts'
import { renderMarkdown } from './render/markdown-page.ts'
import { renderOverview, renderView } from './render/page.ts'
import { searchEntries } from './render/search-entries.ts'
import { type ViewId } from './views.ts'

export { type AssetName, assetReader, ASSETS } from './assets.ts'
export { brunoFiles } from './collections/bruno.ts'
export type { ReferenceDocument } from './document.ts'
export type { GuideSettings } from './guides.ts'
export { VIEW_IDS, type ViewId } from './views.ts'

/** Called with each text without a translation. */
type OnMissing = (text: string) => void

export interface Reference {
  overview: (locale: Locale, onMissing?: OnMissing) => string
  view: (id: ViewId, locale: Locale, onMissing?: OnMissing) => string
  /** JSON that the page's search reads. */
  search: (locale: Locale) => string
  /** An Atom feed. */
  changes: (locale: Locale) => string
  markdown: (locale: Locale) => string
  postman: () => string
  bruno: () => Uint8Array
}

/**
 * Creates the pages and files of the API reference.
 *
 * @param openApiJson the OpenAPI document
 * @param eventsOpenApiJson the OpenAPI document of the events extension
 */
export function createReference(openApiJson: string, settings: GuideSettings, eventsOpenApiJson: string): Reference {
  const document = withExtension(
    JSON.parse(openApiJson) as ReferenceDocument,
    JSON.parse(eventsOpenApiJson) as ReferenceDocument,
  )
  const { baseUrl, sdk, demo } = settings
  const contextOf = (locale: Locale, apiRoot: RenderContext['apiRoot'], onMissing?: OnMissing): RenderContext => {
    const linkTo = (view: string, anchor?: string) =>
      `${apiRoot}docs/${view}?lang=${locale}${anchor === undefined ? '' : `#${anchor}`}`
    return {
      document,
      locale,
      messages: UI_MESSAGES[locale],
      baseUrl,
      apiRoot,
      linkTo,
      guide: (id) => guideOf(id, locale, settings, linkTo),
      sdkName: sdk.name,
      demo,
      translate: createTranslator(locale, onMissing),
    }
  }
  return {
    overview: (locale, onMissing) => renderOverview(contextOf(locale, '', onMissing), settings),
    view: (id, locale, onMissing) => renderView(id, contextOf(locale, '../', onMissing)),
    search: (locale) => JSON.stringify(searchEntries(contextOf(locale, ''))),
    changes: (locale) => renderChangeFeed(contextOf(locale, '')),
    markdown: (locale) => renderMarkdown(contextOf(locale, ''), settings),
    postman: () => JSON.stringify(postmanCollection(document, settings), null, 2),
    bruno: () => brunoArchive(document, settings),
  }
}
