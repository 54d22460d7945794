import type { Dependencies, Stores } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { findWebhook, recordWebhook, type WebhookInput, type WebhookKey } from './manage-webhooks.ts'
import { countSends } from './webhook-pace.ts'
import type { Replayed, ReplayedPage, Webhook } from './webhook.ts'

/**
 * Sends a test event.
 *
 * @throws `webhook-not-found`, `webhook-not-active` for a paused or disabled endpoint, `webhook-pace-exceeded`
 */
export async function testWebhook(
  { stores, webhookPace }: Pick<Dependencies, 'stores' | 'webhookPace'>,
  { actor, ...key }: WebhookInput,
): Promise<Webhook> {
  const webhook = await findWebhook(stores, key)
  if (webhook.status !== 'active' && webhook.status !== 'unverified') throw new DomainError('webhook-not-active')
  await countSends({ webhookPace }, actor, { partnerId: webhook.partnerId, webhookId: webhook.id })
  await stores.webhooks.queueTest(webhook)
  return webhook
}

/**
 * Resumes an endpoint. A paused endpoint receives its waiting events. An unverified or disabled endpoint
 * receives a test event first, and its waiting events after the test event was delivered.
 *
 * @throws `webhook-not-found`, `webhook-pace-exceeded`
 */
export async function resumeWebhook(
  { stores, transact, webhookPace }: Pick<Dependencies, 'stores' | 'transact' | 'webhookPace'>,
  { actor, ...key }: WebhookInput,
): Promise<Webhook> {
  const { id, partnerId, status } = await findWebhook(stores, key)
  const shouldTest = status === 'unverified' || status === 'disabled'
  if (shouldTest) await countSends({ webhookPace }, actor, { partnerId, webhookId: id })
  return transact(async (transaction) => {
    const webhook = await findWebhook(transaction, key)
    if (webhook.status === 'active') return webhook
    const isVerified = webhook.status === 'paused'
    const resumed = await transaction.webhooks.resume(webhook, isVerified)
    await recordWebhook(transaction, actor, 'webhook.resumed', webhook)
    return resumed
  })
}

export interface ReplayInput extends WebhookInput {
  replayed: Replayed
  /** `nextCursor` of the previous call. */
  cursor?: string | undefined
}

/**
 * Sends stored deliveries again, the oldest first, as many as the queue has room for.
 *
 * @throws `webhook-not-found`, `webhook-queue-full`, `webhook-pace-exceeded`
 */
export async function replayWebhook(
  { stores, transact, webhookPace }: Pick<Dependencies, 'stores' | 'transact' | 'webhookPace'>,
  { actor, replayed, cursor, ...key }: ReplayInput,
): Promise<Webhook & ReplayedPage> {
  const { id, partnerId } = await findReplayed(stores, replayed, key)
  const cost = 'deliveryId' in replayed ? 1 : LIMITS.webhooks.pace.rangeCost
  await countSends({ webhookPace }, actor, { partnerId, webhookId: id, cost })
  return transact(async (transaction) => {
    const webhook = await findReplayed(transaction, replayed, key)
    const page = await transaction.webhooks.replay(webhook, replayed, cursor)
    await recordWebhook(transaction, actor, 'webhook.replayed', webhook)
    return { ...webhook, ...page }
  })
}

/** Finds an endpoint. For the replay of one delivery, `id` is the delivery's id. */
async function findReplayed(
  { webhooks }: Pick<Stores, 'webhooks'>,
  replayed: Replayed,
  { id, partnerId }: WebhookKey,
): Promise<Webhook> {
  const found = 'deliveryId' in replayed ? webhooks.findByDelivery(id, partnerId) : webhooks.find(id, partnerId)
  return required(await found, 'webhook-not-found')
}
