import type { ClaimedWebhookDelivery, PartnerEvent } from '@partner-accounts/core'
import type * as z from 'zod'
import { presentAccount } from '../accounts/present-account.ts'
import { formatDateTime } from '../wire/date-time.ts'
import type { EventBody, eventPageSchema } from './event-schemas.ts'

/** What is sent to endpoints. */
type WebhookEvent =
  EventBody | (Pick<EventBody, 'id' | 'timestamp'> & { type: 'webhook.test'; data: { webhook_id: string } })

export const presentEvent = ({ id, type, action, at, subjectId, account }: PartnerEvent): EventBody => ({
  id,
  type,
  timestamp: formatDateTime(at),
  data: {
    ...(account ? { account_id: account.id, account: presentAccount(account) } : { portal_user_id: subjectId }),
    ...(action === 'employer.corrected' && { corrected: 'employer' as const }),
    ...(action === 'administrator.corrected' && { corrected: 'administrator' as const }),
  },
})

type Sent = Pick<ClaimedWebhookDelivery, 'eventId' | 'type' | 'createdAt' | 'event'> & { webhookId: string }

/** Returns the body of a delivery, `undefined` once the event has expired. */
export function presentSent({ event, eventId, type, createdAt, webhookId }: Sent): WebhookEvent | undefined {
  if (type === 'webhook.test')
    return { id: eventId, type, timestamp: formatDateTime(createdAt), data: { webhook_id: webhookId } }
  return event && presentEvent(event)
}

export function presentEvents(
  { items, hasMore }: { items: PartnerEvent[]; hasMore: boolean },
  pageSize: number,
): z.infer<typeof eventPageSchema> {
  const href = `events?after=${items.at(-1)?.id}&max_results=${pageSize}`
  return {
    _items: items.map(presentEvent),
    _links: { parent: { href: '/', title: 'home' }, ...(hasMore && { next: { href, title: 'next page' } }) },
    _meta: { max_results: pageSize },
  }
}
