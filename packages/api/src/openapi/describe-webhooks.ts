import { EVENT_TYPES } from '@partner-accounts/core'
import { EVENT_DESCRIPTIONS, eventModelName } from '../events/event-schemas.ts'
import { type PathsObject, refTo } from './openapi-document.ts'
import { EVENT_EXAMPLES } from './response-examples.ts'

export const describeWebhooks = (): PathsObject =>
  Object.fromEntries(
    ([...EVENT_TYPES, 'webhook.test'] as const).map((type) => [
      type,
      {
        post: {
          operationId: eventModelName(type).replace('Model', ''),
          summary: type,
          description: EVENT_DESCRIPTIONS[type],
          tags: ['Events'],
          security: [],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: refTo('schemas', eventModelName(type)),
                examples: { event: { summary: type, value: EVENT_EXAMPLES[type] } },
              },
            },
          },
          responses: { '2XX': { description: 'The event was received.' } },
        },
      },
    ]),
  )
