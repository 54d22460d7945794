import { type Field, fieldsOf, type FullOperation, operationsOf, type Schema } from '../document.ts'
import { changesOf, type Guide, GUIDE_IDS, type GuideSettings } from '../guides.ts'
import { sampleOf } from '../samples/index.ts'
import type { RenderContext } from './context.ts'
import { insertEventsAsMarkdown } from './events.ts'
import { patternInWords, presenceOf } from './fields.ts'
import { sampleOperation, sampleSettings } from './samples.ts'

export function renderMarkdown(context: RenderContext, settings: GuideSettings): string {
  const { messages, locale, baseUrl, document } = context
  const { supportUrl, statusUrl } = settings
  const guides = GUIDE_IDS.map(context.guide)
  // Events and errors refer to the operations, so these two guides follow them.
  const beforeOperations = guides.slice(0, -2)
  const afterOperations = guides.slice(-2)
  // The title of a guide is on the second level here, so its sections move to the third.
  const section = ({ title, text }: Guide) => `## ${title}\n\n${text.trim().replaceAll(/^##/gm, '###')}`
  return [
    `# ${messages.title} v${document.info.version}`,
    messages.lead,
    `${messages.baseUrl}: ${baseUrl}`,
    supportUrl && `${messages.support}: ${supportUrl}`,
    statusUrl && `${messages.statusPage}: ${statusUrl}`,
    ...beforeOperations.map(section),
    ...operationsOf(document).map((operation) => operationSection(operation, context)),
    ...afterOperations.map((guide) => section(insertEventsAsMarkdown(guide, context))),
    `## ${messages.changelog}\n\n${changesOf(locale)
      .map(({ date, text }) => `- ${date}: ${text}`)
      .join('\n')}\n`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

function operationSection(
  { operationId, summary, description, method, path, parameters, requestBody, security, responses }: FullOperation,
  context: RenderContext,
): string {
  const { messages, translate, document } = context
  const row = (name: string, schema: Schema, text: string) => {
    const { type, maxLength, minimum, maximum, enum: options } = schema
    const rules = { maxLength, minimum, maximum, pattern: patternInWords(schema, messages), enum: options }
    const stated = Object.entries(rules).flatMap(([rule, value]) =>
      value === undefined ? [] : [`${rule} ${String(value)}`],
    )
    const types = [type ?? 'object'].flat().join('|')
    return `- \`${name}\` (${[types, ...stated].join(', ')}): ${text}`
  }
  const fieldRows = (fields: Field[]) =>
    fields.map((field) => {
      const description = translate(field.schema.description ?? '')
      return row(field.path, field.schema, `${presenceOf(field, context)}. ${description}`)
    })
  const body = requestBody?.content['application/json'].schema
  const success = responses['200']!.content['application/json'].schema
  const statuses = Object.entries(responses).map(
    ([status, { description: text }]) => `- ${status}: ${translate(text.split('\n')[0] ?? '')}`,
  )
  return [
    `## ${translate(summary)}: ${method.toUpperCase()} ${path}`,
    translate(description),
    security.length > 0 ? messages.needsToken : messages.needsNoToken,
    `\`\`\`sh\n${sampleOf('curl', sampleOperation(operationId), sampleSettings(context))}\n\`\`\``,
    `### ${messages.parameters}`,
    parameters
      .map(({ name, in: place, schema, description: text }) =>
        row(name, schema, `${messages.places[place]}. ${translate(text)}`),
      )
      .join('\n'),
    ...(body ? [`### ${messages.body}`, fieldRows(fieldsOf(document, body)).join('\n')] : []),
    `### ${messages.responses}`,
    statuses.join('\n'),
    fieldRows(fieldsOf(document, success)).join('\n'),
  ].join('\n\n')
}
