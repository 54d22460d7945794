import { CLAIM_SECONDS, LIMITS, type Webhook, type WebhookDelivery } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { statement, typed } from '../sql/statement.ts'

type WebhookKey = Pick<Webhook, 'partnerId' | 'id'>

/** The due time of parked deliveries, which their endpoint cannot receive now. */
export const NEVER = new Date('9999-01-01T00:00:00Z')

// Prisma has no FOR UPDATE.
const LOCK = statement({
  name: 'webhook_endpoint_lock',
  parameters: { partnerId: 'text', id: 'text' },
  columns: { status: typed<Webhook['status']>('text') },
  text: `
    SELECT status FROM webhook_endpoints
    WHERE partner_id = :partnerId AND id = :id
    FOR NO KEY UPDATE
  `,
})

// Creations of accounts wait for this lock, but a suspended partner creates none.
const SHARE_PARTNER = statement({
  name: 'webhook_partner_lock',
  parameters: { id: 'text' },
  columns: { status: 'text' },
  text: `
    SELECT status FROM partners
    WHERE id = :id
    FOR SHARE
  `,
})

/** Returns whether a partner is active. Locks an inactive partner, so it cannot be resumed before the transaction ends. */
async function isPartnerActive(client: Client, run: RunStatement, id: string): Promise<boolean> {
  const partner = await client.partner.findUnique({ select: { status: true }, where: { id } })
  if (partner?.status === 'active') return true
  const [locked] = await run(SHARE_PARTNER, { id })
  return locked?.status === 'active'
}

/** Locks an endpoint until the transaction ends. Returns its status, or `undefined` if it was deleted. */
export async function lockEndpoint(
  run: RunStatement,
  { partnerId, id }: WebhookKey,
): Promise<Webhook['status'] | undefined> {
  const [row] = await run(LOCK, { partnerId, id })
  return row?.status
}

/** An endpoint that is not verified receives only its test. */
export const isReceiving = (status: string | undefined, type: WebhookDelivery['type']): boolean =>
  status === 'active' || (status === 'unverified' && type === 'webhook.test')

/** Matches queued deliveries that are not in flight: they are due now, or only after the longest claim. */
export const waitingAt = (now: Date): Prisma.WebhookDeliveryWhereInput => ({
  status: 'queued',
  OR: [{ dueAt: { lte: now } }, { dueAt: { gt: secondsAfter(now, CLAIM_SECONDS) } }],
})

const queuedOf = ({ partnerId, id }: WebhookKey) => ({ partnerId, endpointId: id, status: 'queued' })

/** Returns how many more deliveries may be queued for an endpoint. */
export async function roomOf(client: Client, webhook: WebhookKey & { failingSince: Date | null }): Promise<number> {
  const limit = webhook.failingSince ? LIMITS.webhooks.waitingWhileFailing : LIMITS.webhooks.waiting
  return Math.max(0, limit - (await client.webhookDelivery.count({ where: queuedOf(webhook) })))
}

/** Parks an endpoint's waiting deliveries. Those in flight are parked when they are claimed again. */
export async function park(client: Client, run: RunStatement, webhook: WebhookKey): Promise<void> {
  const now = await readClock(run)
  await client.webhookDelivery.updateMany({
    data: { dueAt: NEVER },
    where: { ...queuedOf(webhook), ...waitingAt(now) },
  })
}

/** Makes parked deliveries due. */
export async function release(
  client: Client,
  run: RunStatement,
  webhook: WebhookKey,
  only: Prisma.WebhookDeliveryWhereInput = {},
): Promise<void> {
  await client.webhookDelivery.updateMany({
    data: { dueAt: await readClock(run) },
    where: { ...queuedOf(webhook), dueAt: NEVER, ...only },
  })
}

/**
 * `retryNow` skips deliveries with more attempts. It would otherwise use up the attempts of an event that the endpoint always
 * rejects, long before the three days of retries are over.
 */
const MAX_ATTEMPTS_FOR_RETRY_NOW = 5

/**
 * Makes retries due now, except those that are due within `CLAIM_SECONDS`. They may be in flight, because a claim postpones
 * a delivery by that time.
 */
export async function retryNow(client: Client, run: RunStatement, webhook: WebhookKey): Promise<void> {
  const now = await readClock(run)
  await client.webhookDelivery.updateMany({
    data: { dueAt: now },
    where: {
      ...queuedOf(webhook),
      dueAt: { gt: secondsAfter(now, CLAIM_SECONDS), lt: NEVER },
      attempts: { lte: MAX_ATTEMPTS_FOR_RETRY_NOW },
    },
  })
}

/**
 * Parks claimed deliveries of an endpoint that cannot receive them, and does not count the claim as an attempt. If the
 * endpoint has been resumed since, makes them due instead. Must run in a transaction.
 */
export async function parkClaimed(
  client: Client,
  run: RunStatement,
  webhook: WebhookKey,
  claimed: readonly { id: string; type: WebhookDelivery['type'] }[],
): Promise<void> {
  const { partnerId } = webhook
  const status = await lockEndpoint(run, webhook)
  const isActive = await isPartnerActive(client, run, partnerId)
  const canReceive = (type: WebhookDelivery['type']) => isActive && isReceiving(status, type)
  const now = await readClock(run)
  for (const { id, type } of claimed) {
    await client.webhookDelivery.updateMany({
      data: { dueAt: canReceive(type) ? now : NEVER, attempts: { decrement: 1 } },
      where: { partnerId, id, status: 'queued' },
    })
  }
}
