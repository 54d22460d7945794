import {
  type EventStore,
  type IdGenerator,
  LIMITS,
  type Replayed,
  type SealingKeys,
  sealWithKeyring,
  toRecordPage,
  type Webhook,
  type WebhookDelivery,
  type WebhookStore,
} from '@partner-accounts/core'
import { bytes, type Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { DUE_NOW, NEVER, reschedule, secretContext, toWebhook, webhookColumns } from './webhook-values.ts'

const select = webhookColumns

const keyOf = ({ partnerId, id }: Webhook) => ({ partnerId_id: { partnerId, id } })
const ofWebhook = ({ partnerId, id }: Webhook) => ({ partnerId, endpointId: id })

export function createWebhookStore(
  client: Client,
  run: RunStatement,
  newId: IdGenerator,
  sealingKeys: SealingKeys,
  events: EventStore,
): WebhookStore {
  const seal = (id: string, secret: string) => bytes(sealWithKeyring(secret, sealingKeys, secretContext(id)))
  const change = async (webhook: Webhook, data: Prisma.WebhookEndpointUpdateInput) =>
    toWebhook(await client.webhookEndpoint.update({ data, select, where: keyOf(webhook) }))
  const queueTest = async (webhook: Webhook) => {
    const id = newId()
    const data = { id, eventId: id, type: 'webhook.test', position: 0, priority: 0, ...ofWebhook(webhook) }
    await client.webhookDelivery.create({ data, select: { id: true } })
  }

  return {
    async add(webhook, secret) {
      const position = await events.head(webhook.partnerId)
      const data = { ...webhook, position, sealedSecret: seal(webhook.id, secret) }
      const added = toWebhook(await client.webhookEndpoint.create({ data, select }))
      await queueTest(added)
      return added
    },

    async find(id) {
      const row = await client.webhookEndpoint.findFirst({ select, where: { id } })
      return row ? toWebhook(row) : undefined
    },

    async findByDelivery(deliveryId) {
      const found = { select: { endpoint: { select } }, where: { id: deliveryId } }
      const row = await client.webhookDelivery.findFirst(found)
      return row ? toWebhook(row.endpoint) : undefined
    },

    async list({ partnerId }, { cursor, limit }) {
      const where = {
        ...(partnerId !== undefined && { partnerId }),
        ...(cursor !== undefined && { id: { gt: cursor } }),
      }
      const rows = await client.webhookEndpoint.findMany({ select, where, orderBy: { id: 'asc' }, take: limit + 1 })
      return toRecordPage(rows.map(toWebhook), limit)
    },

    count: (partnerId) => client.webhookEndpoint.count({ where: { partnerId } }),

    async figures(webhook) {
      const [queued, failed] = await Promise.all(
        ['queued', 'failed'].map((status) =>
          client.webhookDelivery.count({ where: { ...ofWebhook(webhook), status } }),
        ),
      )
      return { queued: queued!, failed: failed! }
    },

    async deliveries(webhook, limit) {
      const omit = { partnerId: true, endpointId: true, position: true, accountId: true, priority: true } as const
      const orderBy = { id: 'desc' } as const
      const rows = await client.webhookDelivery.findMany({ omit, where: ofWebhook(webhook), orderBy, take: limit })
      return rows as WebhookDelivery[]
    },

    async pause(webhook) {
      await reschedule(client, webhook, NEVER)
      return change(webhook, { status: 'paused' })
    },

    async resume(webhook, isVerified) {
      await reschedule(client, webhook, DUE_NOW)
      if (!isVerified) await queueTest(webhook)
      return change(webhook, { status: isVerified ? 'active' : 'unverified', failingSince: null })
    },

    async rotateSecret(webhook, secret) {
      const { sealedSecret } = await client.webhookEndpoint.findUniqueOrThrow({
        select: { sealedSecret: true },
        where: keyOf(webhook),
      })
      await change(webhook, {
        sealedSecret: seal(webhook.id, secret),
        sealedPreviousSecret: sealedSecret,
        previousExpiresAt: secondsAfter(await readClock(run), LIMITS.webhooks.previousSecretHours * 3600),
      })
    },

    async replay(webhook, replayed) {
      const where = { ...ofWebhook(webhook), status: { not: 'queued' }, ...conditionOf(replayed) }
      const isPaused = webhook.status === 'paused' || webhook.status === 'disabled'
      const data = { status: 'queued', sentAt: null, lastError: null, dueAt: isPaused ? NEVER : DUE_NOW }
      return (await client.webhookDelivery.updateMany({ data, where })).count
    },

    async delete(webhook) {
      await client.webhookEndpoint.delete({ select: { id: true }, where: keyOf(webhook) })
    },
  }
}

function conditionOf(replayed: Replayed): Prisma.WebhookDeliveryWhereInput {
  if ('deliveryId' in replayed) return { id: replayed.deliveryId }
  return 'failed' in replayed ? { status: 'failed' } : { createdAt: { gte: replayed.since } }
}
