import {
  type DeliveryFilter,
  type IdGenerator,
  type PageRequest,
  toRecordPage,
  type Webhook,
  type WebhookDelivery,
} from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'
import { narrowStates } from '../prisma/stored.ts'
import { readClock } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { waitingAt } from './parking.ts'

const ofWebhook = ({ partnerId, id }: Webhook) => ({ partnerId, endpointId: id })

/** Makes the waiting test due immediately, or queues a test if none is waiting. */
export async function queueTest(
  client: Client,
  run: RunStatement,
  newId: IdGenerator,
  webhook: Webhook,
): Promise<void> {
  const ofTest = { ...ofWebhook(webhook), type: 'webhook.test' }
  const now = await readClock(run)
  const waiting = await client.webhookDelivery.updateMany({
    data: { attempts: 0, lastError: null, dueAt: now },
    where: { ...ofTest, ...waitingAt(now) },
  })
  if (waiting.count > 0) return
  const id = newId()
  // A test has no event: its id replaces the event's, and its position precedes those of all events. Priority 0 is the
  // highest.
  const data = { id, eventId: id, position: 0, priority: 0, ...ofTest }
  await client.webhookDelivery.create({ data, select: { id: true } })
}

export async function listDeliveries(
  client: Client,
  webhook: Webhook,
  { id, status }: DeliveryFilter,
  { cursor, limit }: PageRequest,
) {
  const { partnerId } = webhook
  const where = {
    ...ofWebhook(webhook),
    ...(id !== undefined && { id }),
    ...(id === undefined && cursor !== undefined && { id: { lt: cursor } }),
    ...(status !== undefined && { status }),
  }
  const rows = await client.webhookDelivery.findMany({
    omit: { partnerId: true, endpointId: true, position: true, priority: true },
    where,
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const accountIds = new Set(rows.map(({ accountId }) => accountId))
  const found = await client.account.findMany({
    select: { id: true, name: true },
    where: { partnerId, id: { in: [...accountIds] } },
  })
  const accounts = new Map(found.map((account) => [account.id, account]))
  const deliveries = rows.map(({ accountId, ...row }) => ({ ...row, account: accounts.get(accountId) ?? null }))
  return toRecordPage(
    deliveries.map((delivery) => narrowStates<WebhookDelivery>(delivery)),
    limit,
  )
}
