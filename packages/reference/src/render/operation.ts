import { fieldsOf, type FullOperation, nestFields } from '../document.ts'
import type { RenderContext } from './context.ts'
import { fieldList, parameterList } from './fields.ts'
import { heading } from './heading.ts'
import { html, type Html } from './html.ts'
import { markdown } from './markdown.ts'
import { responseList } from './responses.ts'
import { sampleOperation, samples } from './samples.ts'
import { tryIt } from './try-it.ts'

/** Renders the request beside its samples, then the responses. */
export function operationContent(operation: FullOperation, context: RenderContext): Html {
  const { messages, document, translate } = context
  const { operationId: id, description, method, path, parameters, requestBody, security } = operation
  const body = requestBody?.content['application/json'].schema
  return html`<div class="beside">
      <div>
        <p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
        ${markdown(translate(description))}
        <p class="muted">${security.length > 0 ? messages.needsToken : messages.needsNoToken}</p>
        ${
          body &&
          html`${heading(`${id}-body`, messages.body, context)}
          ${fieldList(nestFields(fieldsOf(document, body)), id, true, context)}`
        }
        ${heading(`${id}-parameters`, messages.parameters, context)} ${parameterList(parameters, id, context)}
      </div>
      <div>${samples(sampleOperation(id), context)} ${tryIt(operation, context)}</div>
    </div>
    ${heading(`${id}-responses`, messages.responses, context)} ${responseList(operation, context)}`
}
