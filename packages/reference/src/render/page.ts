import { type Locale, LOCALES, REST_OPERATIONS } from '@partner-accounts/rules'
import { type FullOperation, operationsOf } from '../document.ts'
import { changesOf, type Guide, guidesOf, type GuideSettings } from '../guides.ts'
import { codeBlock } from './code-block.ts'
import type { RenderContext } from './context.ts'
import { errorsSection } from './errors.ts'
import { insertEvents } from './events.ts'
import { heading } from './heading.ts'
import { html, Html } from './html.ts'
import { markdown } from './markdown.ts'
import { sampleValues } from '../samples/index.ts'
import { operationSection } from './operation.ts'
import { sampleSettings } from './samples.ts'

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0b6b5c"/><path d="M5 12V4h4a2.5 2.5 0 0 1 0 5H5" fill="none" stroke="#fff" stroke-width="2"/></svg>',
)}`

const LANGUAGE_NAMES: Record<Locale, string> = { 'pt-BR': 'Português', en: 'English' }

/** Addresses are relative to `{base_url}/docs`, so any prefix works. */
export function renderPage(context: RenderContext, settings: GuideSettings): string {
  const { messages, locale, document } = context
  const pages = guidesOf(locale, settings)
  const guides = pages.slice(0, -2)
  const [events, errors] = pages.slice(-2) as [Guide, Guide]
  const all = operationsOf(document)
  const operations = all.filter(({ operationId }) => !REST_OPERATIONS[operationId].isExtension)
  const extensions = all.filter(({ operationId }) => REST_OPERATIONS[operationId].isExtension)
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${messages.title}</title>
        <link rel="icon" href="${ICON}" />
        ${LOCALES.map((other) => html`<link rel="alternate" hreflang="${other}" href="docs?lang=${other}" />`)}
        <link rel="alternate" type="text/markdown" href="docs.md?lang=${locale}" />
        <link rel="stylesheet" href="docs/page.css" />
        <script src="docs/theme.js"></script>
        <script src="docs/page.js" type="module"></script>
      </head>
      <body
        data-messages="${JSON.stringify(messagesOfScript(context))}"
        data-samples="${JSON.stringify(sampleValues(sampleSettings(context)))}"
      >
        <a class="skip" href="#content">${messages.skip}</a>
        ${masthead(context)}
        <div class="layout">
          <nav aria-label="${messages.contents}">
            <details class="menu" open>
              <summary>${messages.menu}</summary>
              ${navigation(guides, { operations, extensions }, { events, errors }, context)}
            </details>
          </nav>
          <main id="content" tabindex="-1">
            ${introduction(context, settings)} ${guides.map((guide) => guideSection(guide, context))}
            ${all.map((operation) => operationSection(operation, context))} ${guideSection(events, context)}
            ${errorsSection(errors, context)}
            ${guideSection({ id: 'changelog', title: messages.changelog, text: changesOf(locale) }, context)}
          </main>
        </div>
      </body>
    </html> `.text
}

const messagesOfScript = ({ messages }: RenderContext) => {
  const {
    copy,
    copied,
    found,
    foundOne,
    noResults,
    sending,
    signedIn,
    status,
    time,
    failed,
    responseHeaders,
    responseBody,
  } = messages
  return {
    copy,
    copied,
    found,
    foundOne,
    noResults,
    sending,
    signedIn,
    status,
    time,
    failed,
    responseHeaders,
    responseBody,
  }
}

const masthead = ({ messages, locale }: RenderContext): Html =>
  html`<header class="masthead">
    <strong>${messages.title}</strong>
    <div class="search" role="search">
      <label class="visually-hidden" for="search">${messages.search}</label>
      <input id="search" type="search" placeholder="${messages.search}" autocomplete="off" aria-controls="results" />
      <div id="results" role="region" aria-label="${messages.results}" hidden></div>
    </div>
    <span id="session" hidden><button type="button" id="sign-out">${messages.signOut}</button></span>
    <label class="visually-hidden" for="theme">${messages.theme}</label>
    <select id="theme">
      ${Object.entries(messages.themes).map(([value, name]) => html`<option value="${value}">${name}</option>`)}
    </select>
    <div class="languages" role="group" aria-label="${messages.language}">
      ${LOCALES.map(
        (other) =>
          html`<a
            href="docs?lang=${other}"
            hreflang="${other}"
            lang="${other}"
            ${other === locale && html` aria-current="true"`}
            >${LANGUAGE_NAMES[other]}</a
          >`,
      )}
    </div>
  </header>`

const introduction = (
  { messages, locale, baseUrl, document }: RenderContext,
  { supportUrl, statusUrl }: GuideSettings,
): Html =>
  html`<section id="introduction" data-search>
    <h1>${messages.title} <span class="version">v${document.info.version}</span></h1>
    <p class="lead">${messages.lead}</p>
    <h2>${messages.baseUrl}</h2>
    ${codeBlock(baseUrl)}
    <p class="downloads" aria-label="${messages.downloads}" role="group">
      <a href="openapi.json">${messages.openapi}</a>
      <a href="openapi-3.0.json">${messages.openapi30}</a>
      <a href="events/openapi.json">${messages.openapiOfEvents}</a>
      <a href="events/openapi-3.0.json">${messages.openapi30OfEvents}</a>
      <a href="docs/postman.json" download>${messages.postman}</a>
      <a href="docs/bruno.zip" download>${messages.bruno}</a>
      <a href="docs.md?lang=${locale}">${messages.markdown}</a>
    </p>
    ${
      (supportUrl ?? statusUrl) !== undefined &&
      html`<p class="downloads">
        ${supportUrl && html`<a href="${supportUrl}">${messages.support}</a>`}
        ${statusUrl && html`<a href="${statusUrl}">${messages.statusPage}</a>`}
      </p>`
    }
  </section>`

const navigation = (
  guides: Guide[],
  { operations, extensions }: Record<'operations' | 'extensions', FullOperation[]>,
  { events, errors }: Record<'events' | 'errors', Guide>,
  { messages, translate }: RenderContext,
): Html => {
  const item = (id: string, title: string | Html) => html`<li><a href="#${id}">${title}</a></li>`
  const operationItem = ({ operationId, summary, method }: FullOperation) =>
    item(operationId, html`<span class="method ${method}">${method.toUpperCase()}</span> ${translate(summary)}`)
  return html`<p>${messages.guides}</p>
    <ul>
      ${guides.map(({ id, title }) => item(id, title))}
    </ul>
    <p>${messages.operations}</p>
    <ul>
      ${operations.map(operationItem)}
    </ul>
    <p>${messages.extension}</p>
    <ul>
      ${extensions.map(operationItem)} ${item(events.id, events.title)}
    </ul>
    <p>${messages.reference}</p>
    <ul>
      ${item(errors.id, errors.title)} ${item('changelog', messages.changelog)}
    </ul>`
}

const guideSection = ({ id, title, text }: Guide, context: RenderContext): Html => {
  const content = markdown(text).text.replaceAll(
    /<h3>(.*)<\/h3>/g,
    (_heading, name: string) => heading(3, `${id}-${slugOf(name)}`, new Html(name), context).text,
  )
  const complete = insertEvents(content, context)
  return html`<section id="${id}" data-search>${heading(2, id, title, context)} ${new Html(complete)}</section>`
}

/** GitHub's anchor for a heading. */
const slugOf = (name: string) =>
  name
    .replaceAll(/<[^>]*>/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
