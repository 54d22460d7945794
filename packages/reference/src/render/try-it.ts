import { fieldsOf, type FullOperation, type Parameter } from '../document.ts'
import type { RenderContext } from './context.ts'
import { html, type Html } from './html.ts'

const COMMON_HEADERS = ['Accept-Language', 'X-Request-Id']

/** Renders the form that sends a request. It is hidden until the page's script handles it. */
export function tryIt(
  { operationId, summary, method, path, parameters, requestBody, security }: FullOperation,
  context: RenderContext,
): Html {
  const { messages, document } = context
  const idOf = (name: string) => `try-${operationId}-${name}`
  const media = requestBody?.content['application/json']
  const fields = media ? fieldsOf(document, media.schema) : []
  const isFlat = fields.every(({ path }) => !path.includes('.'))
  const inputs = (shown: Parameter[]) =>
    shown.map((parameter) => parameterInput(parameter, idOf(parameter.name), context))
  const [example] = Object.values(media?.examples ?? {})
  return html`<form
    class="try"
    hidden
    autocomplete="off"
    aria-label="${messages.tryIt}: ${context.translate(summary)}"
    data-operation="${operationId}"
    data-method="${method.toUpperCase()}"
    data-path="${path}"
    ${security.length > 0 && html`data-secure`}
  >
    <h2>${messages.tryIt}</h2>
    <p class="muted">${messages.tryItLead}</p>
    ${security.length > 0 && html`<p class="notice" data-sign-in-first><a href="${context.linkTo('createToken')}">${messages.signInFirst}</a></p>`}
    ${inputs(parameters.filter(({ name }) => !COMMON_HEADERS.includes(name)))}
    ${
      isFlat
        ? fields.map(({ path: name, schema: { format } }) =>
            credentialInput(name, format === 'password', idOf(name), context),
          )
        : html`<label for="${idOf('body')}">${messages.body}</label>
            <textarea id="${idOf('body')}" data-in="json" rows="22" spellcheck="false">
${JSON.stringify(example?.value, null, 2)}</textarea>`
    }
    <details>
      <summary>${messages.headers}</summary>
      ${inputs(parameters.filter(({ name }) => COMMON_HEADERS.includes(name)))}
    </details>
    <button type="submit" class="primary">${messages.send}</button>
    <p class="outcome" role="status"></p>
    <div class="result" hidden></div>
  </form>`
}

function parameterInput({ name, in: place, required }: Parameter, id: string, { locale }: RenderContext): Html {
  const value = name === 'Accept-Language' ? locale : ''
  return html`<label for="${id}"><code>${name}</code></label>
    <input
      id="${id}"
      name="${name}"
      data-in="${place}"
      value="${value}"
      ${required && html`required`}
      spellcheck="false"
    />`
}

const credentialInput = (name: string, isPassword: boolean, id: string, { demo }: RenderContext): Html =>
  html`<label for="${id}"><code>${name}</code></label>
    <input
      id="${id}"
      name="${name}"
      data-in="body"
      required
      value="${isPassword ? demo?.password : demo?.email}"
      type="${isPassword ? 'password' : 'text'}"
      autocomplete="${isPassword ? 'current-password' : 'username'}"
    />`
