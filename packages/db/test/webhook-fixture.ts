import {
  type ClaimedWebhookDelivery,
  createIdGenerator,
  CLAIM_SECONDS,
  type Webhook,
  type WebhookReport,
} from '@partner-accounts/core'
import type { Database } from '../src/index.ts'
import { NEVER } from '../src/webhooks/parking.ts'
import { addPartner } from './store-contracts.ts'

const newId = createIdGenerator()
const ACTOR = { kind: 'internal', name: 'test' } as const
export const SENT: WebhookReport = { status: 200, durationMs: 1, isGone: false }

/** The outcome of a failed attempt that is retried after five minutes. */
export const failed = (delivery: ClaimedWebhookDelivery, report: Partial<WebhookReport> = {}) => ({
  delivery,
  failure: { error: 'HTTP 500', retryInSeconds: 300 },
  report: { durationMs: 1, isGone: false, ...report },
})

/** The outcome of an attempt that failed in the service and sent nothing. */
export const failedBeforeSending = (delivery: ClaimedWebhookDelivery) => ({
  ...failed(delivery, { isInternal: true }),
  failure: { error: 'secret unreadable', retryInSeconds: 300, isUncounted: true },
})

/** Creates endpoints and events, and moves them through the queue without a worker. */
export class WebhookFixture {
  readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  async addActive(partnerId?: string): Promise<Webhook> {
    const { id } = await this.addUnverified(partnerId)
    await this.sendAll()
    return this.find(id)
  }

  /** Adds an endpoint, and queues its test. */
  async addUnverified(partnerId?: string): Promise<Webhook> {
    const id = newId()
    const input = {
      id,
      partnerId: partnerId ?? (await addPartner(this.database)),
      url: 'https://revenda.example',
      types: [],
    }
    return this.transact((webhooks) => webhooks.add(input, 'whsec_AAAA'))
  }

  async find(id: string): Promise<Webhook> {
    return (await this.database.stores.webhooks.find(id))!
  }

  transact<T>(work: (webhooks: Database['stores']['webhooks']) => Promise<T>): Promise<T> {
    return this.database.transact((stores) => work(stores.webhooks))
  }

  /** Records events, and queues them for the endpoints. */
  async causeEvents({ partnerId }: Pick<Webhook, 'partnerId'>, count = 1): Promise<void> {
    const entry = () => ({ actor: ACTOR, action: 'portal-user.disabled' as const, subjectId: newId(), partnerId })
    await this.database.transact(({ audit }) => audit.record(...Array.from({ length: count }, entry)))
    while ((await this.database.webhookQueue.fanOut()) > 0);
    // Makes each delivery about a different account, because deliveries about one account are attempted in order.
    await this.database.pool.query(`UPDATE webhook_deliveries SET account_id = id WHERE status = 'queued'`)
  }

  claim(limit = 100): Promise<ClaimedWebhookDelivery[]> {
    return this.database.webhookQueue.claim(limit, CLAIM_SECONDS)
  }

  async sendAll(): Promise<ClaimedWebhookDelivery[]> {
    const claimed = await this.claim()
    await this.database.webhookQueue.record(claimed.map((delivery) => ({ delivery, report: SENT })))
    return claimed
  }

  /** Makes queued deliveries due now: claims expire, and retries no longer wait. Parked deliveries stay parked. */
  async makeDue(): Promise<void> {
    await this.database.pool.query(
      `UPDATE webhook_deliveries SET due_at = clock_timestamp() WHERE status = 'queued' AND due_at < $1`,
      [NEVER],
    )
  }

  /** Returns the deliveries, the latest first. */
  async deliveries(webhook: Webhook) {
    return (await this.database.stores.webhooks.deliveries(webhook, {}, { limit: 200 })).items
  }
}
