import { randomBytes } from '../secrets.ts'
import type { Actor, AuditAction } from '../audit/audit-trail.ts'
import type { Dependencies } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import type { EventType, PartnerEvent } from '../events/event.ts'
import { inTransaction } from '../in-transaction.ts'
import { LIMITS } from '../limits.ts'
import { queueUserNotice } from '../portal-users/queue-user-notice.ts'
import type { Stores } from '../unit-of-work.ts'
import type { RecordPage } from '../record-page.ts'
import type { DeliveryFilter, Replayed, Webhook, WebhookDelivery, WebhookFigures } from './webhook.ts'

const SECRET_BYTES = 32

const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

export interface CreateWebhookInput {
  actor: Actor
  partnerId: string
  url: string
  types: EventType[]
}

/**
 * Returns the secret, which is shown only once.
 *
 * @throws `invalid-webhook-url`, `partner-not-found`, `too-many-webhooks`
 */
export async function createWebhook(
  { transact, newId, isWebhookUrl }: Pick<Dependencies, 'transact' | 'newId' | 'isWebhookUrl'>,
  { actor, ...input }: CreateWebhookInput,
): Promise<Webhook & { secret: string }> {
  if (!isWebhookUrl(input.url)) throw new DomainError('invalid-webhook-url')
  return transact(async (stores) => {
    const { partnerId } = input
    if (!(await stores.partners.find(partnerId))) throw new DomainError('partner-not-found')
    if ((await stores.webhooks.count(partnerId)) >= LIMITS.webhooks.perPartner)
      throw new DomainError('too-many-webhooks')
    const secret = newSecret()
    const webhook = await stores.webhooks.add({ id: newId(), ...input }, secret)
    await record(stores, actor, 'webhook.created', webhook)
    return { ...webhook, secret }
  })
}

export interface WebhookKey {
  id: string
  /** Other partners' endpoints are not found. */
  partnerId?: string | undefined
}

export interface WebhookInput extends WebhookKey {
  actor: Actor
}

/** @throws `webhook-not-found` */
export async function showWebhook(
  { stores }: Pick<Dependencies, 'stores'>,
  key: WebhookKey,
): Promise<Webhook & WebhookFigures> {
  const webhook = await find(stores, key)
  return { ...webhook, ...(await stores.webhooks.figures(webhook)) }
}

export async function listOwnWebhooks(
  { stores: { webhooks } }: Pick<Dependencies, 'stores'>,
  { partnerId }: { partnerId: string },
): Promise<(Webhook & WebhookFigures)[]> {
  const { items } = await webhooks.list({ partnerId }, { limit: LIMITS.webhooks.perPartner })
  return Promise.all(items.map(async (webhook) => ({ ...webhook, ...(await webhooks.figures(webhook)) })))
}

export interface ListDeliveriesInput extends WebhookKey, Pick<DeliveryFilter, 'status'> {
  cursor?: string | undefined
}

/** @throws `webhook-not-found` */
export async function listDeliveries(
  { stores }: Pick<Dependencies, 'stores'>,
  { status, cursor, ...key }: ListDeliveriesInput,
): Promise<RecordPage<WebhookDelivery>> {
  const webhook = await find(stores, key)
  return stores.webhooks.deliveries(webhook, { status }, { cursor, limit: LIMITS.webhooks.shownDeliveries })
}

/**
 * @param key of the delivery
 * @returns the event, too, as it would be sent now
 * @throws `webhook-not-found`
 */
export async function showDelivery(
  { stores: { webhooks, events } }: Pick<Dependencies, 'stores'>,
  { id, partnerId }: WebhookKey,
): Promise<WebhookDelivery & { webhookId: string; event: PartnerEvent | undefined }> {
  const webhook = await webhooks.findByDelivery(id, partnerId)
  const [delivery] = webhook ? (await webhooks.deliveries(webhook, { id }, { limit: 1 })).items : []
  if (!webhook || !delivery) throw new DomainError('webhook-not-found')
  const position = await events.positionOf(webhook.partnerId, delivery.eventId)
  const [event] =
    position === undefined ? [] : await events.list(webhook.partnerId, { afterPosition: position - 1, limit: 1 })
  return { ...delivery, webhookId: webhook.id, event }
}

/** @throws `webhook-not-found` */
export const changeWebhook = inTransaction(
  async (stores, { actor, types, ...key }: WebhookInput & { types: readonly EventType[] }) => {
    const changed = await stores.webhooks.setTypes(await find(stores, key), types)
    await record(stores, actor, 'webhook.changed', changed)
    return changed
  },
)

/**
 * Sends a test event.
 *
 * @throws `webhook-not-found`, `webhook-not-active` for a paused or disabled endpoint
 */
export async function testWebhook({ stores }: Pick<Dependencies, 'stores'>, key: WebhookKey): Promise<Webhook> {
  const webhook = await find(stores, key)
  if (webhook.status !== 'active' && webhook.status !== 'unverified') throw new DomainError('webhook-not-active')
  await stores.webhooks.queueTest(webhook)
  return webhook
}

/** @throws `webhook-not-found`, `webhook-not-active` */
export const pauseWebhook = inTransaction(async (stores, { actor, ...key }: WebhookInput) => {
  const webhook = await find(stores, key)
  if (webhook.status !== 'active') throw new DomainError('webhook-not-active')
  const paused = await stores.webhooks.pause(webhook)
  await record(stores, actor, 'webhook.paused', webhook)
  return paused
})

/**
 * Continues where the endpoint was paused. Other endpoints are tested again.
 *
 * @throws `webhook-not-found`
 */
export const resumeWebhook = inTransaction(async (stores, { actor, ...key }: WebhookInput) => {
  const webhook = await find(stores, key)
  if (webhook.status === 'active') return webhook
  const resumed = await stores.webhooks.resume(webhook, webhook.status === 'paused')
  await record(stores, actor, 'webhook.resumed', webhook)
  return resumed
})

/**
 * Disables a failing endpoint, and informs the partner's users who manage endpoints.
 *
 * @param input.isGone it responded with 410
 */
export const disableWebhook = inTransaction(
  async (stores, { webhook, isGone }: { webhook: Webhook; isGone: boolean }) => {
    if (!(await stores.webhooks.disable(webhook))) return
    const { host } = new URL(webhook.url)
    const { person, integration } = LIMITS.teamSize
    for (const user of await stores.portalUsers.list(webhook.partnerId, { limit: person + integration })) {
      const { kind, status, permissions } = user
      if (kind !== 'person' || status !== 'active' || !permissions.includes('webhooks:manage')) continue
      await queueUserNotice(stores, user, { kind: 'webhook-disabled', host, isGone })
    }
    await record(stores, { kind: 'service' }, 'webhook.disabled', webhook)
  },
)

/** @throws `webhook-not-found` */
export const rotateWebhookSecret = inTransaction(async (stores, { actor, ...key }: WebhookInput) => {
  const webhook = await find(stores, key)
  const secret = newSecret()
  await stores.webhooks.rotateSecret(webhook, secret)
  await record(stores, actor, 'webhook.secret-rotated', webhook)
  return { ...webhook, secret }
})

/**
 * Sends stored deliveries again.
 *
 * @param input.replayed one delivery, all that have failed, or all of a time range
 * @throws `webhook-not-found`
 */
export const replayWebhook = inTransaction(
  async (stores, { actor, replayed, ...key }: WebhookInput & { replayed: Replayed }) => {
    const { webhooks } = stores
    const { id, partnerId } = key
    const webhook = await ('deliveryId' in replayed
      ? webhooks.findByDelivery(id, partnerId)
      : webhooks.find(id, partnerId))
    if (!webhook) throw new DomainError('webhook-not-found')
    const count = await webhooks.replay(webhook, replayed)
    await record(stores, actor, 'webhook.replayed', webhook)
    return { ...webhook, replayed: count }
  },
)

/**
 * Deletes its deliveries, too.
 *
 * @throws `webhook-not-found`
 */
export const deleteWebhook = inTransaction(async (stores, { actor, ...key }: WebhookInput) => {
  const webhook = await find(stores, key)
  await stores.webhooks.delete(webhook)
  await record(stores, actor, 'webhook.deleted', webhook)
  return webhook
})

async function find({ webhooks }: Stores, { id, partnerId }: WebhookKey): Promise<Webhook> {
  return required(await webhooks.find(id, partnerId), 'webhook-not-found')
}

const record = ({ audit }: Stores, actor: Actor, action: AuditAction, { id, partnerId }: Webhook) =>
  audit.record({ actor, action, subjectId: id, partnerId })
