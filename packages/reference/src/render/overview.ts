import { PARTNER_ERRORS } from '@partner-accounts/rules'
import { operationsOf } from '../document.ts'
import { GUIDE_IDS, type GuideSettings } from '../guides.ts'
import { codeBlock } from './code-block.ts'
import type { RenderContext } from './context.ts'
import { kindsOfErrors } from './errors.ts'
import { html, type Html } from './html.ts'

/** Renders the overview. Its links have the anchors of the former single page as ids, so that old links still work. */
export function overviewContent(context: RenderContext, settings: GuideSettings): Html {
  const { messages, baseUrl, document } = context
  return html`<h1 id="introduction">${messages.title} <span class="version">v${document.info.version}</span></h1>
    <p class="lead">${messages.lead}</p>
    ${codeBlock(baseUrl)}
    <h2>${messages.guides}</h2>
    ${guideCards(context)}
    <h2>${messages.operations}</h2>
    ${operationTable(context)}
    <h2>${messages.errorCodes}</h2>
    ${errorTable(context)}
    <h2>${messages.downloads}</h2>
    ${downloads(context, settings)}`
}

const guideCards = ({ messages, guide, linkTo }: RenderContext): Html =>
  html`<ul class="cards">
    ${GUIDE_IDS.map(
      (id) =>
        html`<li>
          <a id="${id}" href="${linkTo(id)}">${guide(id).title}</a>
          <span class="muted">${messages.hints[id]}</span>
        </li>`,
    )}
  </ul>`

const operationTable = ({ document, translate, linkTo }: RenderContext): Html =>
  html`<ul class="rows">
    ${operationsOf(document).map(
      ({ operationId, method, path, summary }) =>
        html`<li>
          <a id="${operationId}" href="${linkTo(operationId)}">${translate(summary)}</a>
          <span><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></span>
        </li>`,
    )}
  </ul>`

const errorTable = ({ messages, linkTo, locale }: RenderContext): Html =>
  html`<ul class="rows codes">
    ${[...kindsOfErrors()].map(([code, kinds]) => {
      const [kind] = kinds
      return html`<li>
        <a id="error-${code}" href="${linkTo('errors', `error-${code}`)}"><code>${code}</code></a>
        <span>${kind && PARTNER_ERRORS[kind].uiMessage[locale]}</span>
      </li>`
    })}
    <li>
      <a id="error-invalid-fields" href="${linkTo('errors', 'error-invalid-fields')}"><code>422</code></a>
      <span>${messages.invalidFields}</span>
    </li>
  </ul>`

const downloads = ({ messages, locale, linkTo }: RenderContext, { supportUrl, statusUrl }: GuideSettings): Html =>
  html`<p class="downloads">
      <a href="openapi.json">${messages.openapi}</a>
      <a href="openapi-3.0.json">${messages.openapi30}</a>
      <a href="events/openapi.json">${messages.openapiOfEvents}</a>
      <a href="events/openapi-3.0.json">${messages.openapi30OfEvents}</a>
      <a href="docs/postman.json" download>${messages.postman}</a>
      <a href="docs/bruno.zip" download>${messages.bruno}</a>
      <a href="docs.md?lang=${locale}">${messages.markdown}</a>
      <a id="changelog" href="${linkTo('changelog')}">${messages.changelog}</a>
    </p>
    <p>${messages.browsers}</p>
    ${
      (supportUrl ?? statusUrl) !== undefined &&
      html`<p class="downloads">
        ${supportUrl && html`<a href="${supportUrl}">${messages.support}</a>`}
        ${statusUrl && html`<a href="${statusUrl}">${messages.statusPage}</a>`}
      </p>`
    }`
