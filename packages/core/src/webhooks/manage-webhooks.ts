import { randomBytes } from 'node:crypto'
import type { Actor } from '../audit/actor.ts'
import type { AuditAction } from '../audit/audit-actions.ts'
import { type Dependencies, inTransaction, type Stores } from '../dependencies.ts'
import { DomainError, required, type WebhookUrlError } from '../errors.ts'
import type { EventType } from '../events/event-types.ts'
import type { PartnerEvent } from '../events/event.ts'
import { LIMITS } from '../limits.ts'
import type { RecordPage } from '../record-page.ts'
import { countSends } from './webhook-pace.ts'
import type { DeliveryFilter } from './webhook-store.ts'
import type { Webhook, WebhookDelivery, WebhookFigures } from './webhook.ts'

const SECRET_BYTES = 32

const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

export interface CreateWebhookInput {
  actor: Actor
  partnerId: string
  url: string
  types: EventType[]
}

/**
 * Adds an endpoint, which receives a test event first. Returns its secret, which is shown only once.
 *
 * @throws `invalid-webhook-url`, `partner-not-found`, `too-many-webhooks`, `webhook-pace-exceeded`
 */
export async function createWebhook(
  dependencies: Pick<Dependencies, 'transact' | 'newId' | 'findWebhookUrlError' | 'webhookPace'>,
  { actor, ...input }: CreateWebhookInput,
): Promise<Webhook & { secret: string }> {
  const { transact, newId, findWebhookUrlError } = dependencies
  const urlError = findWebhookUrlError(input.url)
  if (urlError) throw new DomainError('invalid-webhook-url', { urlError })
  await countSends(dependencies, actor, { partnerId: input.partnerId })
  return transact(async (stores) => {
    const { partnerId } = input
    if (!(await stores.partners.find(partnerId))) throw new DomainError('partner-not-found')
    if ((await stores.webhooks.lockAndCount(partnerId)) >= LIMITS.webhooks.perPartner)
      throw new DomainError('too-many-webhooks')
    const secret = newSecret()
    const webhook = await stores.webhooks.add({ id: newId(), ...input }, secret)
    await recordWebhook(stores, actor, 'webhook.created', webhook)
    return { ...webhook, secret }
  })
}

export interface WebhookKey {
  id: string
  /** If present, other partners' endpoints are not found. */
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
  const webhook = await findWebhook(stores, key)
  const [figures] = await stores.webhooks.figures([webhook])
  return { ...webhook, ...figures! }
}

export async function listOwnWebhooks(
  { stores: { webhooks } }: Pick<Dependencies, 'stores'>,
  { partnerId }: { partnerId: string },
): Promise<(Webhook & WebhookFigures)[]> {
  const { items } = await webhooks.list({ partnerId }, { limit: LIMITS.webhooks.perPartner })
  const figures = await webhooks.figures(items)
  return items.map((webhook, index) => ({ ...webhook, ...figures[index]! }))
}

export interface ListDeliveriesInput extends WebhookKey, Pick<DeliveryFilter, 'status'> {
  cursor?: string | undefined
}

/** @throws `webhook-not-found` */
export async function listDeliveries(
  { stores }: Pick<Dependencies, 'stores'>,
  { status, cursor, ...key }: ListDeliveriesInput,
): Promise<RecordPage<WebhookDelivery>> {
  const webhook = await findWebhook(stores, key)
  return stores.webhooks.deliveries(webhook, { status }, { cursor, limit: LIMITS.webhooks.shownDeliveries })
}

/**
 * Returns a delivery with its event, as it would be sent now.
 *
 * @param key a key whose `id` is the delivery's id, not the endpoint's
 * @throws `webhook-not-found`
 */
export async function showDelivery(
  { stores: { webhooks, events } }: Pick<Dependencies, 'stores'>,
  { id, partnerId }: WebhookKey,
): Promise<WebhookDelivery & { webhookId: string; event: PartnerEvent | undefined }> {
  const webhook = required(await webhooks.findByDelivery(id, partnerId), 'webhook-not-found')
  const { items } = await webhooks.deliveries(webhook, { id }, { limit: 1 })
  const delivery = required(items[0], 'webhook-not-found')
  const shown = { ...delivery, webhookId: webhook.id }
  const position = await events.positionOf(webhook.partnerId, delivery.eventId)
  if (position === undefined) return { ...shown, event: undefined }
  const [event] = await events.list(webhook.partnerId, { afterPosition: position - 1, limit: 1 })
  return { ...shown, event }
}

/**
 * Changes the types of events that an endpoint receives.
 *
 * @throws `webhook-not-found`
 */
export const changeWebhook = inTransaction(
  async (stores, { actor, types, ...key }: WebhookInput & { types: readonly EventType[] }) => {
    const changed = await stores.webhooks.setTypes(await findWebhook(stores, key), types)
    await recordWebhook(stores, actor, 'webhook.changed', changed)
    return changed
  },
)

/** @throws `webhook-not-found`, `webhook-not-active` */
export const pauseWebhook = inTransaction(async (stores, { actor, ...key }: WebhookInput) => {
  const webhook = await findWebhook(stores, key)
  if (webhook.status !== 'active') throw new DomainError('webhook-not-active')
  const paused = await stores.webhooks.pause(webhook)
  await recordWebhook(stores, actor, 'webhook.paused', webhook)
  return paused
})

/**
 * Replaces an endpoint's secret, and returns the new one. The previous secret stays valid for a day.
 *
 * @throws `webhook-not-found`
 */
export const rotateWebhookSecret = inTransaction(async (stores, { actor, ...key }: WebhookInput) => {
  const webhook = await findWebhook(stores, key)
  const secret = newSecret()
  await stores.webhooks.rotateSecret(webhook, secret)
  await recordWebhook(stores, actor, 'webhook.secret-rotated', webhook)
  return { ...webhook, secret }
})

/**
 * Deletes an endpoint and its deliveries, in several short transactions if it has very many. It is paused until the last
 * of them, so after an interruption, the deletion can be repeated.
 *
 * @throws `webhook-not-found`
 */
export async function deleteWebhook(
  { stores, transact }: Pick<Dependencies, 'stores' | 'transact'>,
  input: WebhookInput,
): Promise<Webhook> {
  const { partnerId } = await findWebhook(stores, input)
  for (;;) {
    const deleted = await transact((transaction) => deletePart(transaction, input), { queue: partnerId })
    if (deleted) return deleted
  }
}

/** Returns the endpoint, or `undefined` if some of its deliveries are left. */
async function deletePart(stores: Stores, { actor, ...key }: WebhookInput): Promise<Webhook | undefined> {
  const webhook = await findWebhook(stores, key)
  if (await stores.webhooks.delete(webhook, LIMITS.webhooks.deletedPerTransaction)) {
    await recordWebhook(stores, actor, 'webhook.deleted', webhook)
    return webhook
  }
  // Reads the status again, because `delete` has waited for concurrent changes.
  const { status } = await findWebhook(stores, key)
  if (status === 'active') {
    await stores.webhooks.pause(webhook)
    await recordWebhook(stores, actor, 'webhook.paused', webhook)
  }
  return undefined
}

export async function findWebhook(
  { webhooks }: Pick<Stores, 'webhooks'>,
  { id, partnerId }: WebhookKey,
): Promise<Webhook> {
  return required(await webhooks.find(id, partnerId), 'webhook-not-found')
}

export const recordWebhook = ({ audit }: Stores, actor: Actor, action: AuditAction, { id, partnerId }: Webhook) =>
  audit.record({ actor, action, subjectId: id, partnerId })

declare module '../dependencies.ts' {
  interface Dependencies {
    /** Returns `undefined` for a valid URL. Host names are resolved later, when the service connects. */
    findWebhookUrlError: (url: string) => WebhookUrlError | undefined
  }
}
