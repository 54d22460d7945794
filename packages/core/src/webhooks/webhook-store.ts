import type { DeliveryStatus } from '../delivery-queue.ts'
import type { EventType } from '../events/event-types.ts'
import type { PageRequest, RecordPage } from '../record-page.ts'
import type { TestFilter } from '../records/record-queries.ts'
import type { Replayed, ReplayedPage, Webhook, WebhookDelivery, WebhookFigures } from './webhook.ts'

export interface WebhookFilter extends TestFilter {
  partnerId?: string | undefined
  /** Only active endpoints whose latest attempt failed, and disabled endpoints. */
  isFailing?: boolean | undefined
}

export interface DeliveryFilter {
  id?: string | undefined
  status?: DeliveryStatus | undefined
}

export interface WebhookStore {
  /** Adds an unverified endpoint, and queues a test event. */
  add(webhook: Pick<Webhook, 'id' | 'partnerId' | 'url' | 'types'>, secret: string): Promise<Webhook>
  /** @param partnerId limits the search to the partner's endpoints */
  find(id: string, partnerId?: string): Promise<Webhook | undefined>
  findByDelivery(deliveryId: string, partnerId?: string): Promise<Webhook | undefined>
  list(filter: WebhookFilter, page: PageRequest): Promise<RecordPage<Webhook>>
  /** Counts the failing endpoints of live partners that are not suspended (`WebhookFilter.isFailing`). */
  countFailing(): Promise<number>
  /** Counts endpoints. Locks the partner until the transaction ends, so that concurrent additions are counted. */
  lockAndCount(partnerId: string): Promise<number>
  /** Counts the deliveries of endpoints of one partner. Returns the figures in the order of the endpoints. */
  figures(webhooks: readonly Webhook[]): Promise<WebhookFigures[]>
  /** The latest first. */
  deliveries(webhook: Webhook, filter: DeliveryFilter, page: PageRequest): Promise<RecordPage<WebhookDelivery>>
  setTypes(webhook: Webhook, types: readonly EventType[]): Promise<Webhook>
  /** Queues a test event, or makes a queued one due. */
  queueTest(webhook: Webhook): Promise<void>
  /** Counts the endpoints that the service disabled since a time. */
  countDisabled(filter: { partnerId: string; id?: string; since: Date }): Promise<number>
  /** Deliveries wait until the endpoint is resumed. */
  pause(webhook: Webhook): Promise<Webhook>
  /** @returns `false` if it is neither active nor unverified */
  disable(webhook: Webhook): Promise<boolean>
  /** @param isVerified if false, a test event is queued, and deliveries wait until it was delivered */
  resume(webhook: Webhook, isVerified: boolean): Promise<Webhook>
  /** The previous secret stays valid for `LIMITS.webhooks.previousSecretHours`. */
  rotateSecret(webhook: Webhook, secret: string): Promise<void>
  /** Makes the deliveries due that waited while the partner was suspended. */
  resumePartner(partnerId: string): Promise<void>
  /**
   * Queues deliveries again, the oldest first, as many as the queue has room for. Resets their `attempts`.
   *
   * @param cursor `nextCursor` of the previous call
   * @throws `webhook-queue-full` if the queue has no room
   */
  replay(webhook: Webhook, replayed: Replayed, cursor?: string): Promise<ReplayedPage>
  /**
   * Deletes an endpoint's oldest deliveries, and the endpoint if no others are left.
   *
   * @param limit maximum number of deleted deliveries
   * @returns `false` if the endpoint may have more deliveries
   * @throws `webhook-not-found`
   */
  delete(webhook: Webhook, limit: number): Promise<boolean>
}

declare module '../dependencies.ts' {
  interface Stores {
    webhooks: WebhookStore
  }
}
