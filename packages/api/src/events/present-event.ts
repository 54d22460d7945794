import type { ClaimedWebhookDelivery, EventListRequest, EventPage, PartnerEvent } from '@partner-accounts/core'
import { eventPageHref } from '@partner-accounts/rules'
import type * as z from 'zod'
import { presentAccount } from '../accounts/present-account.ts'
import { formatDateTime } from '../wire/date-time.ts'
import { type EventBody, type eventPageSchema, TEST_MESSAGE } from './event-schemas.ts'

/** An event that endpoints receive. */
type WebhookEvent =
  | EventBody
  | (Pick<EventBody, 'id' | 'timestamp'> & { type: 'webhook.test'; data: { webhook_id: string; message: string } })

export const presentEvent = ({ id, type, position, action, at, subjectId, account }: PartnerEvent): EventBody => ({
  id,
  type,
  position,
  timestamp: formatDateTime(at),
  data: {
    ...(account ? { account_id: account.id, account: presentAccount(account) } : { portal_user_id: subjectId }),
    ...(action === 'employer.corrected' && { corrected: 'employer' as const }),
    ...(action === 'administrator.corrected' && { corrected: 'administrator' as const }),
  },
})

type Delivery = Pick<ClaimedWebhookDelivery, 'eventId' | 'type' | 'createdAt' | 'event'> & { webhookId: string }

/** Returns the body of a delivery, or `undefined` if its event has expired. */
export function presentDelivery({ event, eventId, type, createdAt, webhookId }: Delivery): WebhookEvent | undefined {
  if (type === 'webhook.test')
    return {
      id: eventId,
      type,
      timestamp: formatDateTime(createdAt),
      data: { webhook_id: webhookId, message: TEST_MESSAGE },
    }
  return event && presentEvent(event)
}

type ListedEvents = Pick<EventListRequest, 'types' | 'accountId' | 'pageSize'>

export function presentEvents(
  { items, hasMore, after }: EventPage,
  { pageSize, ...filter }: ListedEvents,
): z.infer<typeof eventPageSchema> {
  const href = eventPageHref(after, pageSize, filter)
  return {
    _items: items.map(presentEvent),
    _links: { parent: { href: '/', title: 'home' }, ...(hasMore && { next: { href, title: 'next page' } }) },
    _meta: { max_results: pageSize, after },
  }
}
