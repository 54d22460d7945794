import {
  type ClaimedWebhookDelivery,
  type DeliveryOutcome,
  type FailedWebhook,
  LIMITS,
  type Webhook,
  type WebhookReport,
} from '@partner-accounts/core'
import type { Client, TransactClient } from '../prisma/client.ts'
import { runIn } from '../prisma/create-prisma.ts'
import { readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { release, retryNow } from './parking.ts'
import type { RecentFailures } from './recent-failures.ts'

export type WebhookOutcomes = readonly DeliveryOutcome<ClaimedWebhookDelivery, WebhookReport>[]

/** Activates endpoints that received their test, and releases their parked deliveries. */
export async function activateVerified(transact: TransactClient, outcomes: WebhookOutcomes): Promise<void> {
  for (const { delivery, failure } of outcomes) {
    const { webhook, type } = delivery
    const { partnerId, id } = webhook
    if (failure || webhook.status !== 'unverified' || type !== 'webhook.test') continue
    await transact(async (transaction) => {
      const { count } = await transaction.webhookEndpoint.updateMany({
        data: { status: 'active', failingSince: null },
        where: { partnerId, id, status: 'unverified' },
      })
      if (count > 0) await release(transaction, runIn(transaction), webhook)
    })
  }
}

/** Records which endpoints fail and recover. Returns those to disable. */
export async function recordHealth(
  client: Client,
  run: RunStatement,
  failures: RecentFailures,
  outcomes: WebhookOutcomes,
): Promise<FailedWebhook[]> {
  const toDisable: FailedWebhook[] = []
  let now: Date | undefined
  for (const { delivery, failure, report } of outcomes) {
    const { webhook } = delivery
    const { partnerId, id, failingSince } = webhook
    if (!failure) {
      // The endpoint may have failed after this delivery was claimed.
      const isFailing = failingSince !== null || failures.has(id)
      failures.delete(id)
      if (isFailing) await recover(client, run, webhook)
      continue
    }
    if (report.isInternal) continue
    failures.add(id)
    now ??= await readClock(run)
    const hasFailedTooLong = (failingSince ?? now) <= secondsAfter(now, -LIMITS.webhooks.disabledAfterDays * 86_400)
    if (report.isGone || hasFailedTooLong) toDisable.push({ webhook, isGone: report.isGone })
    else if (!failingSince)
      await client.webhookEndpoint.updateMany({
        data: { failingSince: now },
        where: { partnerId, id, failingSince: null },
      })
  }
  return toDisable
}

/** After a shorter time of failures, the endpoint has rejected single events. Their retries keep their times. */
const MIN_OUTAGE_SECONDS = 60

type FailingWebhook = Pick<Webhook, 'partnerId' | 'id' | 'failingSince'>

async function recover(client: Client, run: RunStatement, { partnerId, id, failingSince }: FailingWebhook) {
  const { count } = await client.webhookEndpoint.updateMany({
    data: { failingSince: null },
    where: { partnerId, id, failingSince: { not: null } },
  })
  if (count === 0 || !failingSince) return
  const wasOutage = failingSince <= secondsAfter(await readClock(run), -MIN_OUTAGE_SECONDS)
  if (wasOutage) await retryNow(client, run, { partnerId, id })
}
