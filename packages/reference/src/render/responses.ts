import { type ApiHeader, type ApiResponse, fieldsOf, type FullOperation, nestFields, resolve } from '../document.ts'
import { codeBlock } from './code-block.ts'
import type { RenderContext } from './context.ts'
import { readErrorGuide } from './errors.ts'
import { fieldList } from './fields.ts'
import { html, type Html } from './html.ts'
import { inlineMarkdown } from './markdown.ts'

/** Renders each response: the fields of success, or the meanings of errors, beside examples. */
export const responseList = ({ operationId, responses }: FullOperation, context: RenderContext): Html =>
  html`${Object.entries(responses).map(([status, response]) => {
    const isSuccess = status === '200'
    const { schema } = response.content['application/json']
    return html`<details class="response" id="${operationId}-${status}" ${isSuccess && html` open`}>
      <summary>
        <span class="status ${isSuccess ? 'success' : 'failure'}">${status}</span>
        ${inlineMarkdown(context.translate(firstLine(response.description)))}
      </summary>
      <div class="beside">
        <div>
          ${
            isSuccess
              ? fieldList(nestFields(fieldsOf(context.document, schema)), `${operationId}-200`, false, context)
              : meanings(response, context)
          }
          ${headerList(response, context)}
        </div>
        <div>${exampleList(response, context)}</div>
      </div>
    </details>`
  })}`

/** Renders what each error means, and what partners should do. */
function meanings({ content }: ApiResponse, context: RenderContext): Html {
  const { linkTo, messages } = context
  const { advice } = readErrorGuide(context.guide('errors').text)
  const examples = Object.entries(content['application/json'].examples ?? {})
  return html`<dl class="fields">
    ${examples.map(([kind, { value }]) => {
      const { _code: code } = value as { _code?: number }
      return html`<dt>
          <a href="${linkTo('errors', `error-${code ?? 'invalid-fields'}`)}"
            ><code>_code ${code ?? messages.none}</code></a
          >
          <span class="type">${code === undefined ? messages.invalidFields : kind}</span>
        </dt>
        <dd>${inlineMarkdown(advice.get(kind) ?? messages.invalidFieldsHint)}</dd>`
    })}
  </dl>`
}

/** Returns the line that describes the response. Later lines list codes, which the examples show, too. */
const firstLine = (text: string) => text.split('\n')[0] ?? ''

const exampleList = ({ content }: ApiResponse, { translate, linkTo }: RenderContext) =>
  Object.entries(content['application/json'].examples ?? {}).map(([name, { summary, value }]) => {
    const code = (value as { _code?: number })._code
    const title =
      code === undefined
        ? translate(summary)
        : html`<a href="${linkTo('errors', `error-${code}`)}"><code>${code}</code> ${name}</a>`
    return html`<figure>
      <figcaption>${title}</figcaption>
      ${codeBlock(JSON.stringify(value, null, 2), 'json')}
    </figure>`
  })

const headerList = ({ headers = {} }: ApiResponse, context: RenderContext) =>
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
