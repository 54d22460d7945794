import {
  type DeliveryStatus,
  type EventStore,
  firstIdAt,
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
import { ofLivePartners } from '../partners/test-partners.ts'
import { bytes, type Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { DUE_NOW, NEVER, reschedule, secretContext, toWebhook, webhookColumns } from './webhook-values.ts'

const select = webhookColumns

const keyOf = ({ partnerId, id }: Webhook) => ({ partnerId_id: { partnerId, id } })
const ofPartner = (partnerId: string | undefined) => (partnerId === undefined ? {} : { partnerId })
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

    async find(id, partnerId) {
      const row = await client.webhookEndpoint.findFirst({ select, where: { id, ...ofPartner(partnerId) } })
      return row ? toWebhook(row) : undefined
    },

    async findByDelivery(deliveryId, partnerId) {
      const where = { id: deliveryId, ...ofPartner(partnerId) }
      const row = await client.webhookDelivery.findFirst({ select: { endpoint: { select } }, where })
      return row ? toWebhook(row.endpoint) : undefined
    },

    async list(filter, { cursor, limit }) {
      const { partnerId, isFailing = false } = filter
      const where = {
        ...ofPartner(partnerId),
        ...(await ofLivePartners(client, filter)),
        ...(cursor !== undefined && { id: { gt: cursor } }),
        ...(isFailing && { OR: [{ status: 'disabled' }, { status: 'active', failingSince: { not: null } }] }),
      }
      const rows = await client.webhookEndpoint.findMany({ select, where, orderBy: { id: 'asc' }, take: limit + 1 })
      return toRecordPage(rows.map(toWebhook), limit)
    },

    count: (partnerId) => client.webhookEndpoint.count({ where: { partnerId } }),

    async figures(webhook) {
      const ofLastDay = { id: { gte: firstIdAt(secondsAfter(await readClock(run), -86_400)) } }
      const countBy = async (where: Prisma.WebhookDeliveryWhereInput) => {
        const ofThis = { ...ofWebhook(webhook), ...where }
        const found = await client.webhookDelivery.groupBy({ by: 'status', where: ofThis, _count: true })
        return (status: DeliveryStatus) => found.find((row) => row.status === status)?._count ?? 0
      }
      const [all, lastDay] = await Promise.all([countBy({ status: { not: 'sent' } }), countBy(ofLastDay)])
      return {
        queued: all('queued'),
        failed: all('failed'),
        lastDay: { sent: lastDay('sent'), queued: lastDay('queued'), failed: lastDay('failed') },
      }
    },

    async deliveries(webhook, { id, status }, { cursor, limit }) {
      const { partnerId } = webhook
      const omit = { partnerId: true, endpointId: true, position: true, priority: true } as const
      const where = {
        ...ofWebhook(webhook),
        ...((id !== undefined || cursor !== undefined) && { id: id ?? { lt: cursor! } }),
        ...(status !== undefined && { status }),
      }
      const rows = await client.webhookDelivery.findMany({ omit, where, orderBy: { id: 'desc' }, take: limit + 1 })
      const accountIds = { in: [...new Set(rows.map(({ accountId }) => accountId))] }
      const named = { select: { id: true, name: true }, where: { partnerId, id: accountIds } }
      const accounts = new Map((await client.account.findMany(named)).map((account) => [account.id, account]))
      const deliveries = rows.map(({ accountId, ...row }) => ({ ...row, account: accounts.get(accountId) ?? null }))
      return toRecordPage(deliveries as WebhookDelivery[], limit)
    },

    setTypes: (webhook, types) => change(webhook, { types: [...types] }),

    queueTest,

    async pause(webhook) {
      await reschedule(client, webhook, NEVER)
      return change(webhook, { status: 'paused' })
    },

    async disable({ partnerId, id, failingSince }) {
      const { count } = await client.webhookEndpoint.updateMany({
        data: { status: 'disabled', failingSince: failingSince ?? (await readClock(run)) },
        where: { partnerId, id, status: { in: ['active', 'unverified'] } },
      })
      if (count > 0) await reschedule(client, { partnerId, id }, NEVER)
      return count > 0
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
  if ('failed' in replayed) return { status: 'failed' }
  const { since, until } = replayed
  return { createdAt: { gte: since, ...(until && { lte: until }) } }
}
