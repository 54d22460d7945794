import { type Locale, LOCALES } from '@partner-accounts/rules'
import { operationsOf } from '../document.ts'
import { changesOf, type GuideSettings } from '../guides.ts'
import { sampleValues } from '../samples/index.ts'
import { isOperation, VIEW_GROUPS, VIEW_IDS, type ViewId } from '../views.ts'
import type { RenderContext } from './context.ts'
import { errorList } from './errors.ts'
import { guideContent } from './guide-content.ts'
import { html, type Html } from './html.ts'
import { markdown } from './markdown.ts'
import { operationContent } from './operation.ts'
import { overviewContent } from './overview.ts'
import { sampleSettings } from './samples.ts'

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0b6b5c"/><path d="M5 12V4h4a2.5 2.5 0 0 1 0 5H5" fill="none" stroke="#fff" stroke-width="2"/></svg>',
)}`

const LANGUAGE_NAMES: Record<Locale, string> = { 'pt-BR': 'Português', en: 'English' }

/** Renders `/docs`. */
export const renderOverview = (context: RenderContext, settings: GuideSettings): string =>
  renderPage('', context.messages.title, overviewContent(context, settings), context)

/** Renders `/docs/<id>`. */
export function renderView(id: ViewId, context: RenderContext): string {
  const title = titleOf(id, context)
  const content = html`<h1 id="${id}">${title}</h1>
    ${contentOf(id, context)} ${neighbors(id, context)}`
  return renderPage(id, `${title} · ${context.messages.title}`, content, context)
}

function contentOf(id: ViewId, context: RenderContext): Html {
  if (isOperation(id)) return operationContent(operationOf(id, context), context)
  if (id === 'errors') return errorList(context.guide(id).text, context)
  if (id !== 'changelog') return guideContent(context.guide(id), context)
  const changes = changesOf(context.locale).map(({ date, text }) => `- ${date}: ${text}`)
  return html`<p><a href="${feedOf(context)}">${context.messages.feed}</a></p>
    ${markdown(changes.join('\n'))}`
}

function operationOf(id: ViewId, { document }: RenderContext) {
  const operation = operationsOf(document).find(({ operationId }) => operationId === id)
  if (!operation) throw new Error(`the OpenAPI document has no operation ${id}`)
  return operation
}

function titleOf(id: ViewId, context: RenderContext): string {
  if (isOperation(id)) return context.translate(operationOf(id, context).summary)
  return id === 'changelog' ? context.messages.changelog : context.guide(id).title
}

const feedOf = ({ apiRoot, locale }: RenderContext) => `${apiRoot}docs/changelog.atom?lang=${locale}`

/** @param id empty for the overview */
function renderPage(id: ViewId | '', title: string, content: Html, context: RenderContext): string {
  const { messages, locale, apiRoot } = context
  const page = id === '' ? 'docs' : `docs/${id}`
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="${ICON}" />
        ${LOCALES.map((language) => html`<link rel="alternate" hreflang="${language}" href="${apiRoot}${page}?lang=${language}" />`)}
        <link rel="alternate" type="text/markdown" href="${apiRoot}docs.md?lang=${locale}" />
        <link rel="alternate" type="application/atom+xml" title="${messages.changelog}" href="${feedOf(context)}" />
        ${['instrument-sans', 'instrument-serif'].map(
          (font) =>
            html`<link rel="preload" href="${apiRoot}docs/${font}.woff2" as="font" type="font/woff2" crossorigin />`,
        )}
        <link rel="stylesheet" href="${apiRoot}docs/page.css" />
        <script src="${apiRoot}docs/theme.js"></script>
        <script src="${apiRoot}docs/page.js" type="module"></script>
      </head>
      <body
        data-api="${apiRoot === '' ? '.' : '..'}"
        data-messages="${JSON.stringify(messagesOfScript(context))}"
        data-samples="${JSON.stringify(sampleValues(sampleSettings(context)))}"
      >
        <a class="skip" href="#content">${messages.skip}</a>
        ${masthead(page, context)}
        <div class="layout">
          <nav aria-label="${messages.contents}">
            <details class="menu" open>
              <summary>${messages.menu}</summary>
              ${navigation(id, context)}
            </details>
          </nav>
          <main id="content" tabindex="-1">${content}</main>
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

const masthead = (page: string, { messages, locale, apiRoot }: RenderContext): Html =>
  html`<header class="masthead">
    <a class="wordmark" href="${apiRoot}docs?lang=${locale}"
      ><img src="${ICON}" alt="" /><span>${messages.title}</span></a
    >
    <div class="search" role="search">
      <label class="visually-hidden" for="search">${messages.search}</label>
      <input
        id="search"
        type="search"
        placeholder="${messages.search}"
        autocomplete="off"
        aria-controls="results"
        data-index="${apiRoot}docs/search.json?lang=${locale}"
      />
      <div id="results" role="region" aria-label="${messages.results}" hidden></div>
    </div>
    <span id="session" hidden><button type="button" id="sign-out">${messages.signOut}</button></span>
    <div class="languages" role="group" aria-label="${messages.language}">
      ${LOCALES.map(
        (language) =>
          html`<a
            href="${apiRoot}${page}?lang=${language}"
            hreflang="${language}"
            lang="${language}"
            ${language === locale && html` aria-current="true"`}
            >${LANGUAGE_NAMES[language]}</a
          >`,
      )}
    </div>
  </header>`

const navigation = (current: ViewId | '', context: RenderContext): Html => {
  const { messages, locale, apiRoot, linkTo } = context
  const item = (id: ViewId | '', href: string, content: Html | string) =>
    html`<li><a href="${href}" ${id === current && html` aria-current="page"`}>${content}</a></li>`
  const methodOf = (id: ViewId) => isOperation(id) && html`${methodTag(operationOf(id, context).method)} `
  return html`<ul>
      ${item('', `${apiRoot}docs?lang=${locale}`, messages.overview)}
    </ul>
    ${Object.entries(VIEW_GROUPS).map(
      ([group, ids]) =>
        html`<p>${messages[group as keyof typeof VIEW_GROUPS]}</p>
          <ul>
            ${ids.map((id) => item(id, linkTo(id), html`${methodOf(id)}${titleOf(id, context)}`))}
          </ul>`,
    )}
    <p><label for="theme">${messages.theme}</label></p>
    <select id="theme">
      ${Object.entries(messages.themes).map(([value, name]) => html`<option value="${value}">${name}</option>`)}
    </select>`
}

const methodTag = (method: string) => html`<span class="method ${method}">${method.toUpperCase()}</span>`

/** Links to the views before and after, so that the guides can be read in order. */
function neighbors(id: ViewId, context: RenderContext): Html {
  const { messages, linkTo } = context
  const index = VIEW_IDS.indexOf(id)
  const link = (other: ViewId | undefined, rel: 'prev' | 'next') =>
    other !== undefined &&
    html`<a rel="${rel}" href="${linkTo(other)}"
      ><small>${rel === 'prev' ? messages.previous : messages.next}</small> ${titleOf(other, context)}</a
    >`
  return html`<p class="neighbors">${link(VIEW_IDS[index - 1], 'prev')} ${link(VIEW_IDS[index + 1], 'next')}</p>`
}
