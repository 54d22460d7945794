import type { Claimed, DeliveryStatus } from '../delivery-queue.ts'
import type { EventType } from '../events/event-types.ts'
import type { PartnerEvent } from '../events/event.ts'
import type { PartnerMode } from '../partners/partner.ts'

/**
 * `unverified` until a test event is delivered. An endpoint that has failed for days, or is gone, is `disabled` until
 * it is resumed.
 */
export type WebhookStatus = 'unverified' | 'active' | 'paused' | 'disabled'

export interface Webhook {
  id: string
  partnerId: string
  url: string
  /** Types of events that it receives. Empty: all. */
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
  /** Status of the latest attempt's response. */
  responseStatus: number | null
  /** Beginning of the latest response. */
  responseBody: string | null
  durationMs: number | null
  createdAt: Date
  dueAt: Date
  sentAt: Date | null
}

/** Numbers of deliveries. Each count stops at `countedTo`, to limit the cost. */
export interface WebhookFigures {
  queued: number
  failed: number
  /** Deliveries created in the last 24 hours, by status. */
  lastDay: { sent: number; queued: number; failed: number }
  countedTo: number
}

export interface ClaimedWebhookDelivery extends Claimed {
  /** The partner's mode. */
  mode: PartnerMode
  webhook: Webhook
  /** Secrets that sign the delivery, the latest first: two during a rotation. An error if they cannot be read. */
  secrets: readonly string[] | Error
  eventId: string
  type: WebhookDelivery['type']
  createdAt: Date
  /** Absent for a test, and once the event has expired. */
  event: PartnerEvent | undefined
}

/** The outcome of an attempt, as it is stored with the delivery. */
export interface WebhookReport {
  status?: number
  body?: string
  durationMs: number
  /** The endpoint no longer exists (410). */
  isGone: boolean
  /** The endpoint did not cause the failure: the event has expired, or a key, the proxy or the service's name server failed. */
  isInternal?: boolean
}

/** An endpoint to disable. */
export interface FailedWebhook {
  webhook: Webhook
  /** It responded with 410. */
  isGone: boolean
}

/** What to replay: one delivery, all that have failed, or all of a time range. */
export type Replayed = { deliveryId: string } | { failed: true } | { since: Date; until?: Date | undefined }

export interface ReplayedPage {
  /** Number of deliveries that were queued again. */
  replayed: number
  /** Cursor of the next call; `null` if no more deliveries match. */
  nextCursor: string | null
}
