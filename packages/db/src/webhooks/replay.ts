import { DomainError, type Replayed, type ReplayedPage, type Webhook } from '@partner-accounts/core'
import { idBefore } from '../keys.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { readClock } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { lockEndpoint, NEVER, roomOf, waitingAt } from './parking.ts'

/** Must run in a transaction. Locks the endpoint, so that concurrent replays count each other's deliveries. */
export async function replay(
  client: Client,
  run: RunStatement,
  webhook: Webhook,
  replayed: Replayed,
  cursor: string | undefined,
): Promise<ReplayedPage> {
  const status = await lockEndpoint(run, webhook)
  const { partnerId, id: endpointId } = webhook
  const where = { partnerId, endpointId, status: { not: 'queued' }, ...conditionOf(replayed) }
  const now = await readClock(run)
  // An unverified endpoint receives waiting deliveries after its test succeeds.
  const dueAt = status === 'active' || status === 'unverified' ? now : NEVER
  const data = { status: 'queued', attempts: 0, sentAt: null, lastError: null, dueAt }
  if ('deliveryId' in replayed) {
    const requeued = await client.webhookDelivery.updateMany({ data, where })
    // Makes a delivery that waits for a retry due now, and keeps its number of attempts. A delivery that was requeued above
    // does not match, because it has no error. `waitingAt` replaces the status in `where`.
    const waiting = { ...where, lastError: { not: null }, ...waitingAt(now) }
    const rescheduled = await client.webhookDelivery.updateMany({ data: { dueAt }, where: waiting })
    return { replayed: requeued.count + rescheduled.count, nextCursor: null }
  }

  const room = await roomOf(client, webhook)
  const afterCursor = cursor === undefined ? [] : [{ id: { gt: cursor } }]
  const rest = { ...where, AND: afterCursor }
  const found = await client.webhookDelivery.findMany({
    select: { id: true },
    where: rest,
    orderBy: { id: 'asc' },
    take: room + 1,
  })
  if (found.length === 0) return { replayed: 0, nextCursor: null }
  const last = found.slice(0, room).at(-1)
  if (!last) throw new DomainError('webhook-queue-full')
  const { count } = await client.webhookDelivery.updateMany({
    data,
    where: { ...where, AND: [...afterCursor, { id: { lte: last.id } }] },
  })
  return { replayed: count, nextCursor: found.length > room ? last.id : null }
}

function conditionOf(replayed: Replayed): Prisma.WebhookDeliveryWhereInput {
  if ('deliveryId' in replayed) return { id: replayed.deliveryId }
  if ('failed' in replayed) return { status: 'failed' }
  const { since, until } = replayed
  return {
    // The index on ids skips older deliveries.
    id: { gte: idBefore(since) },
    createdAt: { gte: since, ...(until && { lte: until }) },
  }
}
