import { type EventType, LIMITS } from '@partner-accounts/core'
import * as z from 'zod'
import { accountSchema } from '../accounts/account-schemas.ts'
import { link, maxResultsSchema } from '../accounts/page-schemas.ts'
import { SAMPLES } from '../samples.ts'
import { dateTimeSchema } from '../wire/date-time.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { ID } from '../wire/fields.ts'

const ofAccount = z.object({
  account_id: z.string().meta({ ...ID, description: 'Id of the account.', examples: [SAMPLES.accountId] }),
  account: accountSchema.meta({ description: 'The account as it is now, as in the list.' }),
})

const ofPortalUser = z.object({
  portal_user_id: z.string().meta({ ...ID, description: 'Id of the portal user.', examples: [SAMPLES.userId] }),
})

const data = (schema: typeof ofAccount | typeof ofPortalUser) => schema.meta({ description: 'What changed.' })

const MODELS = {
  'account.created': ['An account was created.', data(ofAccount)],
  'account.corrected': [
    'Data of the employer or the administrator was corrected. A correction of both is two events.',
    data(
      ofAccount.extend({
        corrected: z
          .enum(['employer', 'administrator'])
          .meta({ description: 'What was corrected. The address belongs to the employer.', examples: ['employer'] }),
      }),
    ),
  ],
  'subscription.activated': ['A subscription was activated.', data(ofAccount)],
  'subscription.changed': ['The contracted employees or facial recognitions changed.', data(ofAccount)],
  'subscription.canceled': ['A subscription was canceled.', data(ofAccount)],
  'api_token.revoked': ['The `api_token` of an account was revoked.', data(ofAccount)],
  'api_token.reissued': ['The `api_token` and secret of an account were replaced.', data(ofAccount)],
  'administrator.activated': ['The administrator of an account chose a password.', data(ofAccount)],
  'portal_user.activated': ['A portal user chose a password.', data(ofPortalUser)],
  'portal_user.disabled': ['A portal user was disabled.', data(ofPortalUser)],
} satisfies Record<EventType, [description: string, data: z.ZodType]>

type EventData = z.infer<typeof ofAccount> | z.infer<typeof ofPortalUser>

export interface EventBody {
  id: string
  type: EventType
  timestamp: string
  data: EventData & { corrected?: 'employer' | 'administrator' }
}

/** `account.created`: `AccountCreatedEventModel`. */
export const eventModelName = (type: string): string =>
  `${type.replaceAll(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}EventModel`

const eventSchema = (type: string, description: string, data: z.ZodType) =>
  z
    .object({
      id: z.string().meta({
        ...ID,
        description: 'Id of the event. It is the same whenever the event is sent.',
        examples: [SAMPLES.eventId],
      }),
      type: z.literal(type).meta({ description: 'The type.' }),
      timestamp: dateTimeSchema.meta({ description: 'Time of the change.' }),
      data,
    })
    .meta({ id: eventModelName(type), description })

const EVENT_SCHEMAS = Object.entries(MODELS).map(([type, [description, data]]) => eventSchema(type, description, data))

const TEST_DESCRIPTION = 'Sent to verify an endpoint. It is not in the feed.'

const testSchema = eventSchema(
  'webhook.test',
  TEST_DESCRIPTION,
  z
    .object({
      webhook_id: z.string().meta({ ...ID, description: 'Id of the endpoint.', examples: [SAMPLES.webhookId] }),
    })
    .meta({ description: 'What is verified.' }),
)

type Options = readonly [z.ZodObject, ...z.ZodObject[]]

export const EVENT_DESCRIPTIONS: Record<EventType | 'webhook.test', string> = {
  ...(Object.fromEntries(Object.entries(MODELS).map(([type, [text]]) => [type, text])) as Record<EventType, string>),
  'webhook.test': TEST_DESCRIPTION,
}

/** Every event sent to endpoints. */
export const sentEventSchema = z.discriminatedUnion('type', [testSchema, ...EVENT_SCHEMAS] as unknown as Options)

export const eventsQuerySchema = z
  .object({
    after: z
      .string({ error: 'unknown_event' satisfies FieldError })
      .regex(/^[0-9a-f]{24}$/, 'unknown_event' satisfies FieldError)
      .optional()
      .meta({
        maxLength: 24,
        description: `Id of the last event that you processed. Without it, the list begins ${LIMITS.eventDays} days ago.`,
        examples: [SAMPLES.eventId],
      }),
    max_results: maxResultsSchema,
  })
  .prefault({})

export const eventPageSchema = z
  .object({
    _items: z
      .array(
        z.discriminatedUnion('type', EVENT_SCHEMAS as unknown as Options) as z.ZodType<unknown> as z.ZodType<EventBody>,
      )
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
      })
      .meta({ id: 'EventMetaModel', description: 'The page in effect.' }),
  })
  .meta({ id: 'EventPageModel', description: "A page of the partner's events." })
