import { PARTNER_ERRORS } from '@partner-accounts/rules'
import type { SearchEntry } from '../../assets/rank.js'
import { changesOf, type GuideId, GUIDE_IDS } from '../guides.ts'
import { type Field, fieldsOf, type FullOperation, operationsOf } from '../document.ts'
import { KEYWORDS } from '../messages/keywords.ts'
import type { RenderContext } from './context.ts'
import { kindsOfErrors, readErrorGuide } from './errors.ts'
import { sentEvents } from './events.ts'
import { slugOf } from './guide-content.ts'
import { plainText } from './markdown.ts'

export const searchEntries = (context: RenderContext): SearchEntry[] => [
  ...GUIDE_IDS.flatMap((id) => guideEntries(id, context)),
  ...operationsOf(context.document).flatMap((operation) => operationEntries(operation, context)),
  ...errorEntries(context),
  ...eventEntries(context),
  {
    view: 'changelog',
    title: context.messages.changelog,
    keywords: KEYWORDS.changelog,
    text: plainText(
      changesOf(context.locale)
        .map(({ text }) => text)
        .join('\n'),
    ),
  },
]

/** Returns an entry for the guide and one for each of its sections. */
function guideEntries(id: GuideId, context: RenderContext): SearchEntry[] {
  const { title, text } = context.guide(id)
  const [about = '', ...sections] = text.split(/^## /m)
  const entry = { view: id, title, keywords: KEYWORDS[id], text: `${context.messages.hints[id]}. ${plainText(about)}` }
  // `errorEntries` adds an entry for each error instead.
  if (id === 'errors') return [entry]
  const sectionEntries = sections.map((section) => {
    const [name = '', ...lines] = section.split('\n')
    return {
      view: id,
      anchor: `${id}-${slugOf(plainText(name))}`,
      title: plainText(name),
      place: title,
      text: plainText(lines.join('\n')),
    }
  })
  return [entry, ...sectionEntries]
}

function operationEntries(operation: FullOperation, { document, translate }: RenderContext): SearchEntry[] {
  const { operationId: view, summary, description, method, path, parameters, requestBody, responses } = operation
  const place = translate(summary)
  const fieldEntry =
    (prefix: string) =>
    ({ path, schema }: Field): SearchEntry => ({
      view,
      anchor: `${prefix}-${path}`,
      title: path,
      place,
      text: plainText(translate(schema.description ?? '')),
    })
  const body = requestBody?.content['application/json'].schema
  const success = responses['200']?.content['application/json'].schema
  return [
    {
      view,
      title: place,
      keywords: KEYWORDS[view],
      text: `${method.toUpperCase()} ${path} ${plainText(translate(description))}`,
    },
    ...(body ? fieldsOf(document, body).map(fieldEntry(view)) : []),
    ...parameters.map(({ name, description: text }) => ({
      view,
      anchor: `${view}-${name}`,
      title: name,
      place,
      text: plainText(translate(text)),
    })),
    ...(success ? fieldsOf(document, success).map(fieldEntry(`${view}-200`)) : []),
  ]
}

function errorEntries({ guide, locale }: RenderContext): SearchEntry[] {
  const { title: place, text } = guide('errors')
  const { advice, invalidFields } = readErrorGuide(text)
  // The first section is about invalid fields.
  const [, heading = ''] = /^## (.+)$/m.exec(text) ?? []
  return [
    ...[...kindsOfErrors()].map(([code, kinds]): SearchEntry => ({
      view: 'errors',
      anchor: `error-${code}`,
      title: `${code} ${kinds.join(', ')}`,
      place,
      keywords: KEYWORDS.errors,
      text: plainText(kinds.map((kind) => `${PARTNER_ERRORS[kind].uiMessage[locale]} ${advice.get(kind)}`).join(' ')),
    })),
    {
      view: 'errors',
      anchor: 'error-invalid-fields',
      title: plainText(heading),
      place,
      text: plainText(invalidFields),
    },
  ]
}

const eventEntries = (context: RenderContext): SearchEntry[] =>
  sentEvents(context).map(({ type, description }) => ({
    view: 'events',
    anchor: `event-${type}`,
    title: type,
    place: context.guide('events').title,
    text: plainText(context.translate(description)),
  }))
