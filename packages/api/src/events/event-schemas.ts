import { EVENT_TYPES, type EventType, isEventType, LIMITS } from '@partner-accounts/core'
import * as z from 'zod'
import { accountSchema } from '../accounts/account-schemas.ts'
import { link, maxResultsSchema } from '../accounts/page-schemas.ts'
import { SAMPLES } from '../samples.ts'
import { dateTimeSchema } from '../wire/date-time.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { ID } from '../wire/fields.ts'
import { typedSchema } from '../wire/typed-schema.ts'

const accountDataSchema = z.object({
  account_id: z.string().meta({ ...ID, description: 'Id of the account.', examples: [SAMPLES.accountId] }),
  account: accountSchema.meta({ description: 'The account as it is now, as in the list.' }),
})

const portalUserDataSchema = z.object({
  portal_user_id: z.string().meta({ ...ID, description: 'Id of the portal user.', examples: [SAMPLES.userId] }),
})

const correctedDataSchema = accountDataSchema.extend({
  corrected: z
    .enum(['employer', 'administrator'])
    .meta({ description: 'What was corrected. The address belongs to the employer.', examples: ['employer'] }),
})

interface EventModel {
  description: string
  data: typeof accountDataSchema | typeof portalUserDataSchema
}

const MODELS: Record<EventType, EventModel> = {
  'account.created': { description: 'An account was created.', data: accountDataSchema },
  'account.corrected': {
    description: 'Data of the employer or the administrator was corrected. A correction of both is two events.',
    data: correctedDataSchema,
  },
  'subscription.activated': { description: 'A subscription was activated.', data: accountDataSchema },
  'subscription.changed': {
    description: 'The contracted employees or facial recognitions changed.',
    data: accountDataSchema,
  },
  'subscription.canceled': { description: 'A subscription was canceled.', data: accountDataSchema },
  'api_token.revoked': { description: 'The `api_token` of an account was revoked.', data: accountDataSchema },
  'api_token.reissued': {
    description: 'The `api_token` and secret of an account were replaced.',
    data: accountDataSchema,
  },
  'administrator.activated': {
    description: 'The administrator of an account chose a password.',
    data: accountDataSchema,
  },
  'portal_user.activated': { description: 'A portal user chose a password.', data: portalUserDataSchema },
  'portal_user.disabled': { description: 'A portal user was disabled.', data: portalUserDataSchema },
}

type EventData = z.infer<typeof accountDataSchema> | z.infer<typeof portalUserDataSchema>

export interface EventBody {
  id: string
  type: EventType
  position: number
  timestamp: string
  data: EventData & { corrected?: 'employer' | 'administrator' }
}

/** Returns `AccountCreatedEventModel` for `account.created`. */
export const eventModelName = (type: string): string =>
  `${type.replaceAll(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}EventModel`

const POSITION = {
  position: z.int().meta({
    minimum: 1,
    description:
      'Counts your events in the order in which they became visible, without gaps. Of two events about an account, the one with the higher position is newer, whichever arrives first.',
    examples: [17],
  }),
}

/** @param position the field `position`, or no field for an event that is not in the feed */
const eventSchema = (
  type: string,
  { description, data, position }: { description: string; data: z.ZodType; position: typeof POSITION | object },
) =>
  z
    .object({
      id: z.string().meta({
        ...ID,
        description: 'Id of the event. It is the same whenever the event is sent.',
        examples: [SAMPLES.eventId],
      }),
      type: z.literal(type).meta({ description: 'The type.' }),
      ...position,
      timestamp: dateTimeSchema.meta({ description: 'Time of the change.' }),
      data,
    })
    .meta({ id: eventModelName(type), description })

const EVENT_SCHEMAS = Object.entries(MODELS).map(([type, { description, data }]) =>
  eventSchema(type, { description, data: data.meta({ description: 'What changed.' }), position: POSITION }),
)

export const TEST_MESSAGE = 'Integração do Pão de Açúcar: não há ação a fazer.'

const TEST_DESCRIPTION = 'Sent to verify an endpoint. It is not in the feed.'

const testSchema = eventSchema('webhook.test', {
  description: TEST_DESCRIPTION,
  data: z
    .object({
      webhook_id: z.string().meta({ ...ID, description: 'Id of the endpoint.', examples: [SAMPLES.webhookId] }),
      message: z.string().meta({
        description: 'A text with accents, so that a receiver that does not read UTF-8 fails on the first day.',
        examples: [TEST_MESSAGE],
      }),
    })
    .meta({ description: 'What is verified.' }),
  position: {},
})

/** @throws Error for an empty list */
function nonEmpty<T>([first, ...others]: readonly T[]): [T, ...T[]] {
  if (first === undefined) throw new Error('a union needs at least one schema')
  return [first, ...others]
}

const MODEL_DESCRIPTIONS = Object.fromEntries(
  Object.entries(MODELS).map(([type, { description }]) => [type, description]),
) as Record<EventType, string>

export const EVENT_DESCRIPTIONS: Record<EventType | 'webhook.test', string> = {
  ...MODEL_DESCRIPTIONS,
  'webhook.test': TEST_DESCRIPTION,
}

/** Any event that endpoints receive. */
export const sentEventSchema = z.discriminatedUnion('type', [testSchema, ...EVENT_SCHEMAS])

const TYPE_PATTERN = EVENT_TYPES.join('|').replaceAll('.', String.raw`\.`)
/** Matches event types separated by commas, or an empty text. */
const TYPES_PATTERN = `^(?:(?:${TYPE_PATTERN})(?:,(?:${TYPE_PATTERN}))*)?$`

export const eventsQuerySchema = z
  .object({
    after: z
      .string({ error: 'unknown_event' satisfies FieldError })
      .regex(/^([0-9a-f]{24}|latest)?$/, 'unknown_event' satisfies FieldError)
      .optional()
      // No-code tools send an empty text until they have received an event.
      .transform((id) => id || undefined)
      .meta({
        maxLength: 24,
        description: `Id of the last event that you processed, whatever its age, or \`_meta.after\` of the last page. Without it, or if it is empty, the list begins ${LIMITS.eventDays} days ago. \`latest\` returns no events, and in \`_meta.after\` the position from which a new reader follows.`,
        examples: [SAMPLES.eventId],
      }),
    types: z
      .string({ error: 'event_types' satisfies FieldError })
      .refine((text) => text.split(',').every((type) => type === '' || isEventType(type)), {
        error: 'event_types' satisfies FieldError,
      })
      .optional()
      .transform(toTypes)
      .meta({
        maxLength: EVENT_TYPES.join().length,
        pattern: TYPES_PATTERN,
        description: 'Only events of these types, separated by commas. Default: all.',
        examples: ['account.created,subscription.activated'],
      }),
    account_id: z
      .string({ error: 'record_id' satisfies FieldError })
      .regex(/^([0-9a-fA-F]{24})?$/, 'record_id' satisfies FieldError)
      .optional()
      .transform((id) => id?.toLowerCase() || undefined)
      .meta({
        maxLength: 24,
        description: 'Only events of this account. The list is empty if the account is not yours.',
        examples: [SAMPLES.accountId],
      }),
    max_results: maxResultsSchema,
  })
  .prefault({})

/** Returns `undefined` for a text without types. */
function toTypes(text: string | undefined): EventType[] | undefined {
  const types = text?.split(',').filter(isEventType) ?? []
  return types.length > 0 ? types : undefined
}

export const eventPageSchema = z
  .object({
    _items: z
      .array(typedSchema<z.ZodType<EventBody>>(z.discriminatedUnion('type', nonEmpty(EVENT_SCHEMAS))))
      .meta({ maxItems: LIMITS.page.maxSize, description: 'The events, in the order in which they became visible.' }),
    _links: z
      .object({
        parent: link('The root of the API, always `/` and `home`.'),
        next: link('The following events. Absent when there are none yet.').optional(),
      })
      .meta({ id: 'EventLinksModel', description: 'Links to other events.' }),
    _meta: z
      .object({
        max_results: z.int().meta({ minimum: 1, description: 'Page size in effect.', examples: [25] }),
        after: z.string().meta({
          ...ID,
          description: 'Where to continue: pass it as `after`. Present on empty pages, too.',
          examples: [SAMPLES.eventId],
        }),
      })
      .meta({ id: 'EventMetaModel', description: 'The page in effect.' }),
  })
  .meta({ id: 'EventPageModel', description: "A page of the partner's events." })
