import {
  type EventStore,
  firstIdAt,
  type IdGenerator,
  LIMITS,
  type PageRequest,
  type SealingKeys,
  toRecordPage,
  type Webhook,
  type WebhookFilter,
  type WebhookStore,
} from '@partner-accounts/core'
import { isLiveOnly } from '../partners/test-partners.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { readClock, secondsAfter } from '../sql/clock.ts'
import { LOCK_PARTNER } from '../sql/locks.ts'
import type { RunStatement } from '../sql/run.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { listDeliveries, queueTest } from './deliveries.ts'
import { readFigures } from './endpoint-figures.ts'
import { changeEndpoint, keyOf } from './endpoint-rows.ts'
import { disableEndpoint, pauseEndpoint, resumeEndpoint, resumePartner } from './endpoint-status.ts'
import { lockEndpoint } from './parking.ts'
import { replay } from './replay.ts'
import { sealSecret, toWebhook, webhookColumns } from './webhook-values.ts'

const select = webhookColumns

const FAILING = {
  OR: [{ status: 'disabled' }, { status: 'active', failingSince: { not: null } }],
} satisfies Prisma.WebhookEndpointWhereInput

export const createWebhookStore = (
  client: Client,
  run: RunStatement,
  newId: IdGenerator,
  sealingKeys: SealingKeys,
  events: EventStore,
): WebhookStore => ({
  async add(webhook, secret) {
    const position = await events.head(webhook.partnerId)
    const data = { ...webhook, position, sealedSecret: sealSecret(webhook.id, secret, sealingKeys) }
    const added = toWebhook(await client.webhookEndpoint.create({ data, select }))
    await queueTest(client, run, newId, added)
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

  list: (filter, page) => listEndpoints(client, filter, page),

  countFailing: () =>
    client.webhookEndpoint.count({ where: { ...FAILING, partner: { testOf: null, status: 'active' } } }),

  async lockAndCount(partnerId) {
    await run(LOCK_PARTNER, { id: partnerId })
    return client.webhookEndpoint.count({ where: { partnerId } })
  },

  figures: (webhooks) => readFigures(run, webhooks),

  deliveries: (webhook, filter, page) => listDeliveries(client, webhook, filter, page),

  setTypes: (webhook, types) => changeEndpoint(client, webhook, { types: [...types] }),

  queueTest: (webhook) => queueTest(client, run, newId, webhook),

  async countDisabled({ partnerId, id, since }) {
    const ofEndpoint = id === undefined ? {} : { subjectId: id }
    return client.auditEntry.count({
      where: { partnerId, action: 'webhook.disabled', id: { gte: firstIdAt(since) }, ...ofEndpoint },
    })
  },

  pause: (webhook) => pauseEndpoint(client, run, webhook),

  disable: (webhook) => disableEndpoint(client, run, webhook),

  resume: (webhook, isVerified) => resumeEndpoint(client, run, newId, webhook, isVerified),

  resumePartner: (partnerId) => resumePartner(client, run, partnerId),

  rotateSecret: (webhook, secret) => rotateSecret(client, run, sealingKeys, webhook, secret),

  replay: (webhook, replayed, cursor) => replay(client, run, webhook, replayed, cursor),

  delete: (webhook, limit) => deleteEndpoint(client, run, webhook, limit),
})

const ofPartner = (partnerId: string | undefined) => (partnerId === undefined ? {} : { partnerId })

async function listEndpoints(client: Client, filter: WebhookFilter, { cursor, limit }: PageRequest) {
  const { partnerId, isFailing = false } = filter
  const where = {
    ...ofPartner(partnerId),
    ...(isLiveOnly(filter) && { partner: { testOf: null } }),
    ...(cursor !== undefined && { id: { gt: cursor } }),
    ...(isFailing && FAILING),
  }
  const rows = await client.webhookEndpoint.findMany({ select, where, orderBy: { id: 'asc' }, take: limit + 1 })
  return toRecordPage(rows.map(toWebhook), limit)
}

async function rotateSecret(
  client: Client,
  run: RunStatement,
  sealingKeys: SealingKeys,
  webhook: Webhook,
  secret: string,
): Promise<void> {
  // The lock serializes concurrent rotations, so the second keeps the first rotation's secret as the previous secret.
  await lockEndpoint(run, webhook)
  const { sealedSecret } = await client.webhookEndpoint.findUniqueOrThrow({
    select: { sealedSecret: true },
    where: keyOf(webhook),
  })
  await changeEndpoint(client, webhook, {
    sealedSecret: sealSecret(webhook.id, secret, sealingKeys),
    sealedPreviousSecret: sealedSecret,
    previousExpiresAt: secondsAfter(await readClock(run), LIMITS.webhooks.previousSecretHours * 3600),
  })
}
