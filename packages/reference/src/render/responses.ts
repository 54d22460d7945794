import { type ApiHeader, type ApiResponse, fieldsOf, type FullOperation, resolve } from '../document.ts'
import { codeBlock } from './code-block.ts'
import type { RenderContext } from './context.ts'
import { fieldList } from './fields.ts'
import { html, type Html } from './html.ts'
import { inlineMarkdown } from './markdown.ts'

export const responses = ({ operationId, responses }: FullOperation, context: RenderContext): Html =>
  html`${Object.entries(responses).map(
    ([status, response]) =>
      html`<details class="response" id="${operationId}-${status}" ${status === '200' && html` open`}>
        <summary>
          <span class="status ${status === '200' ? 'success' : 'failure'}">${status}</span>
          ${inlineMarkdown(context.translate(firstLine(response.description)))}
        </summary>
        ${status === '200' && fieldList(fieldsOf(context.document, response.content['application/json'].schema), `${operationId}-200`, false, context)}
        ${examples(response, context)} ${headers(response, context)}
      </details>`,
  )}`

/** Later lines list codes, which the examples show. */
const firstLine = (text: string) => text.split('\n')[0] ?? ''

const examples = ({ content }: ApiResponse, { translate }: RenderContext) =>
  Object.entries(content['application/json'].examples ?? {}).map(([name, { summary, value }]) => {
    const code = (value as { _code?: number })._code
    const title =
      code === undefined ? translate(summary) : html`<a href="#error-${code}"><code>${code}</code> ${name}</a>`
    return html`<figure>
      <figcaption>${title}</figcaption>
      ${codeBlock(JSON.stringify(value, null, 2))}
    </figure>`
  })

const headers = ({ headers = {} }: ApiResponse, context: RenderContext) =>
  html`<details>
    <summary>${context.messages.headers}</summary>
    <dl class="fields">
      ${Object.entries(headers).map(
        ([name, header]) =>
          html`<dt><code>${name}</code></dt>
            <dd>${inlineMarkdown(context.translate(resolve<ApiHeader>(context.document, header).description))}</dd>`,
      )}
    </dl>
  </details>`
