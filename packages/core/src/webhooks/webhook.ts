import type { EventType, PartnerEvent } from '../events/event.ts'
import type { TestFilter } from '../operators/operator-queries.ts'
import type { Claimed, DeliveryStatus } from '../queue/delivery-queue.ts'
import type { PageRequest, RecordPage } from '../record-page.ts'

/**
 * `unverified` until a test event is delivered. An endpoint that has failed for days, or is gone, is `disabled` until
 * it is resumed.
 */
export type WebhookStatus = 'unverified' | 'active' | 'paused' | 'disabled'

export interface Webhook {
  id: string
  partnerId: string
  url: string
  /** Empty: all. */
  types: EventType[]
  status: WebhookStatus
  failingSince: Date | null
  createdAt: Date
}

export interface WebhookDelivery {
  id: string
  eventId: string
  type: EventType | 'webhook.test'
  /** `null` if the event is not about an account. */
  account: { id: string; name: string } | null
  status: DeliveryStatus
  attempts: number
  lastError: string | null
  /** Of the latest attempt. */
  responseStatus: number | null
  /** The beginning. */
  responseBody: string | null
  durationMs: number | null
  createdAt: Date
  dueAt: Date
  sentAt: Date | null
}

export interface WebhookFigures {
  queued: number
  failed: number
  /** Of deliveries that were created in the last 24 hours. */
  lastDay: { sent: number; queued: number; failed: number }
}

export interface ClaimedWebhookDelivery extends Claimed {
  webhook: Webhook
  /** The latest first: during a rotation, both sign. An error if they cannot be read. */
  secrets: readonly string[] | Error
  eventId: string
  type: WebhookDelivery['type']
  createdAt: Date
  /** Absent for a test, and once the event has expired. */
  event: PartnerEvent | undefined
}

/** What an attempt returned. */
export interface WebhookReport {
  status?: number
  body?: string
  durationMs: number
  /** The endpoint no longer exists (410). */
  isGone: boolean
}

export type Replayed = { deliveryId: string } | { failed: true } | { since: Date; until?: Date | undefined }

export interface WebhookFilter extends TestFilter {
  partnerId?: string | undefined
  /** Active ones whose latest attempts failed, and disabled ones. */
  isFailing?: boolean | undefined
}

export interface DeliveryFilter {
  id?: string | undefined
  status?: DeliveryStatus | undefined
}

export interface WebhookStore {
  /** Queues a test event. */
  add(webhook: Pick<Webhook, 'id' | 'partnerId' | 'url' | 'types'>, secret: string): Promise<Webhook>
  /** @param partnerId limits the search to the partner's endpoints */
  find(id: string, partnerId?: string): Promise<Webhook | undefined>
  findByDelivery(deliveryId: string, partnerId?: string): Promise<Webhook | undefined>
  list(filter: WebhookFilter, page: PageRequest): Promise<RecordPage<Webhook>>
  count(partnerId: string): Promise<number>
  figures(webhook: Webhook): Promise<WebhookFigures>
  /** The latest first. */
  deliveries(webhook: Webhook, filter: DeliveryFilter, page: PageRequest): Promise<RecordPage<WebhookDelivery>>
  setTypes(webhook: Webhook, types: readonly EventType[]): Promise<Webhook>
  queueTest(webhook: Webhook): Promise<void>
  /** Deliveries wait while the endpoint is neither active nor unverified. */
  pause(webhook: Webhook): Promise<Webhook>
  /** @returns `false` if it is neither active nor unverified */
  disable(webhook: Webhook): Promise<boolean>
  /** @param isVerified otherwise queues a test event */
  resume(webhook: Webhook, isVerified: boolean): Promise<Webhook>
  /** The earlier secret stays valid for some hours. */
  rotateSecret(webhook: Webhook, secret: string): Promise<void>
  /** Queues deliveries again, and returns their number. */
  replay(webhook: Webhook, replayed: Replayed): Promise<number>
  delete(webhook: Webhook): Promise<void>
}
