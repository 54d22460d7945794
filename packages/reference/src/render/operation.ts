import { fieldsOf, type FullOperation } from '../document.ts'
import type { RenderContext } from './context.ts'
import { fieldList, parameterList } from './fields.ts'
import { heading } from './heading.ts'
import { html, type Html } from './html.ts'
import { markdown } from './markdown.ts'
import { responses } from './responses.ts'
import { sampleOperation, samples } from './samples.ts'
import { tryIt } from './try-it.ts'

export function operationSection(operation: FullOperation, context: RenderContext): Html {
  const { messages, document, translate } = context
  const { operationId: id, summary, description, method, path, parameters, requestBody, security } = operation
  const body = requestBody?.content['application/json'].schema
  return html`<section class="operation" id="${id}" data-search>
    <div class="text">
      ${heading(2, id, translate(summary), context)}
      <p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
      ${markdown(translate(description))}
      <p class="muted">${security.length > 0 ? messages.needsToken : messages.needsNoToken}</p>
      ${
        body &&
        html`${heading(3, `${id}-body`, messages.body, context)}
        ${fieldList(fieldsOf(document, body), id, true, context)}`
      }
      ${heading(3, `${id}-parameters`, messages.parameters, context)} ${parameterList(parameters, id, context)}
      ${heading(3, `${id}-responses`, messages.responses, context)} ${responses(operation, context)}
    </div>
    <div class="code">${samples(sampleOperation(id), context)} ${tryIt(operation, context)}</div>
  </section>`
}
