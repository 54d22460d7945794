import { randomBytes } from 'node:crypto'
import type { Actor, AuditAction } from '../audit/audit-trail.ts'
import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { EventType } from '../events/event.ts'
import { LIMITS } from '../limits.ts'
import type { Stores } from '../unit-of-work.ts'
import type { Replayed, Webhook, WebhookDelivery, WebhookFigures } from './webhook.ts'

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
  const secret = newSecret()
  const webhook = await transact(async (stores) => {
    const { partnerId } = input
    if (!(await stores.partners.find(partnerId))) throw new DomainError('partner-not-found')
    if ((await stores.webhooks.count(partnerId)) >= LIMITS.webhooks.perPartner)
      throw new DomainError('too-many-webhooks')
    const added = await stores.webhooks.add({ id: newId(), ...input }, secret)
    await record(stores, actor, 'webhook.created', added)
    return added
  })
  return { ...webhook, secret }
}

export interface WebhookInput {
  actor: Actor
  id: string
}

/** @throws `webhook-not-found` */
export async function showWebhook(
  { stores: { webhooks } }: Pick<Dependencies, 'stores'>,
  { id }: { id: string },
): Promise<Webhook & WebhookFigures & { deliveries: WebhookDelivery[] }> {
  const webhook = await find(webhooks, id)
  const deliveries = await webhooks.deliveries(webhook, LIMITS.webhooks.shownDeliveries)
  return { ...webhook, ...(await webhooks.figures(webhook)), deliveries }
}

/** @throws `webhook-not-found`, `webhook-not-active` */
export const pauseWebhook = ({ transact }: Pick<Dependencies, 'transact'>, { actor, id }: WebhookInput) =>
  transact(async (stores) => {
    const webhook = await find(stores.webhooks, id)
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
export const resumeWebhook = ({ transact }: Pick<Dependencies, 'transact'>, { actor, id }: WebhookInput) =>
  transact(async (stores) => {
    const webhook = await find(stores.webhooks, id)
    if (webhook.status === 'active') return webhook
    const resumed = await stores.webhooks.resume(webhook, webhook.status === 'paused')
    await record(stores, actor, 'webhook.resumed', webhook)
    return resumed
  })

/** @throws `webhook-not-found` */
export async function rotateWebhookSecret(
  { transact }: Pick<Dependencies, 'transact'>,
  { actor, id }: WebhookInput,
): Promise<Webhook & { secret: string }> {
  const secret = newSecret()
  const webhook = await transact(async (stores) => {
    const found = await find(stores.webhooks, id)
    await stores.webhooks.rotateSecret(found, secret)
    await record(stores, actor, 'webhook.secret-rotated', found)
    return found
  })
  return { ...webhook, secret }
}

/**
 * Sends stored deliveries again.
 *
 * @param input.replayed one delivery, all that have failed, or all of events since a time
 * @throws `webhook-not-found`
 */
export const replayWebhook = (
  { transact }: Pick<Dependencies, 'transact'>,
  { actor, id, replayed }: WebhookInput & { replayed: Replayed },
): Promise<Webhook & { replayed: number }> =>
  transact(async (stores) => {
    const { webhooks } = stores
    const webhook = 'deliveryId' in replayed ? await webhooks.findByDelivery(id) : await webhooks.find(id)
    if (!webhook) throw new DomainError('webhook-not-found')
    const count = await webhooks.replay(webhook, replayed)
    await record(stores, actor, 'webhook.replayed', webhook)
    return { ...webhook, replayed: count }
  })

/**
 * Deletes its deliveries, too.
 *
 * @throws `webhook-not-found`
 */
export const deleteWebhook = ({ transact }: Pick<Dependencies, 'transact'>, { actor, id }: WebhookInput) =>
  transact(async (stores) => {
    const webhook = await find(stores.webhooks, id)
    await stores.webhooks.delete(webhook)
    await record(stores, actor, 'webhook.deleted', webhook)
    return webhook
  })

async function find(webhooks: Stores['webhooks'], id: string): Promise<Webhook> {
  const webhook = await webhooks.find(id)
  if (!webhook) throw new DomainError('webhook-not-found')
  return webhook
}

const record = ({ audit }: Stores, actor: Actor, action: AuditAction, { id, partnerId }: Webhook) =>
  audit.record({ actor, action, subjectId: id, partnerId })
