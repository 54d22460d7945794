import type { OperationId } from '@partner-accounts/rules'
import type * as z from 'zod'
import { type Account, EVENT_ACTIONS, type EventType, eventTypeOf, type PartnerEvent } from '@partner-accounts/core'
import { type EventBody, TEST_MESSAGE } from '../events/event-schemas.ts'
import { presentEvent, presentEvents } from '../events/present-event.ts'
import { formatDateTime } from '../wire/date-time.ts'
import type { accountCreatedSchema } from '../accounts/account-schemas.ts'
import { presentAccountDetail, presentPage } from '../accounts/present-account.ts'
import type { partnerTokenSchema } from '../tokens/token-schemas.ts'
import type { ExampleObject } from './openapi-document.ts'
import { SAMPLES } from '../samples.ts'

const COMPANY: Account = {
  id: SAMPLES.accountId,
  createdAt: new Date('2026-03-05T14:07:31Z'),
  name: 'Padaria Estrela Ltda',
  financialEmail: 'financeiro@estrela.example',
  cnpj: SAMPLES.cnpj,
  activeEmployees: 9,
  subscriptionEmployees: 12,
  subscriptionFaceIds: 0,
}

const PERSON: Account = {
  id: '019cb838ef684e51c7d2a6f8',
  createdAt: new Date('2026-03-04T09:41:05Z'),
  name: 'João Pereira',
  financialEmail: null,
  cnpj: null,
  activeEmployees: 3,
  subscriptionEmployees: 3,
  subscriptionFaceIds: 3,
}

const EVENTS = EVENT_ACTIONS.map((action, index): PartnerEvent => {
  const isOfUser = action.startsWith('portal-user.')
  // Distinct ids that differ in their last byte: a0, a1, …
  const id = `${SAMPLES.eventId.slice(0, -2)}${(0xa0 + index).toString(16)}`
  const type = eventTypeOf(action)
  const at = new Date('2026-03-05T15:20:44Z')
  const subjectId = isOfUser ? SAMPLES.userId : SAMPLES.accountId
  return { id, position: index + 1, type, action, at, subjectId, account: isOfUser ? null : COMPANY }
})

export const EVENT_EXAMPLES = {
  ...(Object.fromEntries(EVENTS.map((event) => [event.type, presentEvent(event)])) as Record<EventType, EventBody>),
  'webhook.test': {
    id: SAMPLES.eventId,
    type: 'webhook.test',
    timestamp: formatDateTime(EVENTS[0]!.at),
    data: { webhook_id: SAMPLES.webhookId, message: TEST_MESSAGE },
  },
}

const SIGNED_IN: z.output<typeof partnerTokenSchema> = { token: SAMPLES.token, _id: SAMPLES.userId }

const CREATED: z.output<typeof accountCreatedSchema> = {
  _id: SAMPLES.accountId,
  api_token: SAMPLES.apiToken,
  secret: SAMPLES.secret,
}

const example = (summary: string, value: unknown): ExampleObject => ({ summary, value })

/** Examples built by the functions that build the service's responses. */
export const RESPONSE_EXAMPLES: Record<OperationId, Record<string, ExampleObject>> = {
  createToken: { 'signed-in': example('Signed in', SIGNED_IN) },
  listPartnerAccounts: {
    'a-page': example('The only page', presentPage({ items: [COMPANY, PERSON], total: 2 }, 1, 25)),
    'second-page': example('The second of four pages', presentPage({ items: [COMPANY, PERSON], total: 7 }, 2, 2)),
    'no-accounts': example('A partner without accounts', presentPage({ items: [], total: 0 }, 1, 25)),
  },
  createPartnerAccount: { created: example('Created', CREATED) },
  getPartnerAccount: {
    'without-secret': example('Without the secret', presentAccountDetail(COMPANY)),
    'with-secret': example('With the secret', presentAccountDetail({ ...COMPANY, apiToken: SAMPLES.apiToken })),
    'token-revoked': example('With the secret, token revoked', presentAccountDetail({ ...COMPANY, apiToken: null })),
  },
  listEvents: {
    'a-page': example(
      'More events follow',
      presentEvents({ items: EVENTS.slice(0, 2), hasMore: true, after: EVENTS[1]!.id }, { pageSize: 2 }),
    ),
    'no-events': example(
      'No events',
      presentEvents({ items: [], hasMore: false, after: SAMPLES.eventId }, { pageSize: 25 }),
    ),
  },
}
