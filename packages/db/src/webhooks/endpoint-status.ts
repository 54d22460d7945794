import type { IdGenerator, Webhook, WebhookStore } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'
import { readClock } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { queueTest } from './deliveries.ts'
import { changeEndpoint } from './endpoint-rows.ts'
import { park, release } from './parking.ts'
import { toWebhook, webhookColumns } from './webhook-values.ts'

// Each function changes the endpoint first, which locks it. A concurrent `parkClaimed` waits, and then reads the new
// status.

export async function pauseEndpoint(client: Client, run: RunStatement, webhook: Webhook): Promise<Webhook> {
  const paused = await changeEndpoint(client, webhook, { status: 'paused' })
  await park(client, run, webhook)
  return paused
}

export async function disableEndpoint(
  client: Client,
  run: RunStatement,
  { partnerId, id, failingSince }: Parameters<WebhookStore['disable']>[0],
): Promise<boolean> {
  const { count } = await client.webhookEndpoint.updateMany({
    data: { status: 'disabled', failingSince: failingSince ?? (await readClock(run)) },
    where: { partnerId, id, status: { in: ['active', 'unverified'] } },
  })
  if (count > 0) await park(client, run, { partnerId, id })
  return count > 0
}

export async function resumeEndpoint(
  client: Client,
  run: RunStatement,
  newId: IdGenerator,
  webhook: Webhook,
  isVerified: boolean,
): Promise<Webhook> {
  const status = isVerified ? 'active' : 'unverified'
  const resumed = await changeEndpoint(client, webhook, { status, failingSince: null })
  if (isVerified) await release(client, run, webhook)
  else await queueTest(client, run, newId, webhook)
  return resumed
}

export async function resumePartner(client: Client, run: RunStatement, partnerId: string): Promise<void> {
  // Nothing was sent during the suspension, so it does not count as a time of failures.
  await client.webhookEndpoint.updateMany({
    data: { failingSince: null },
    where: { partnerId, status: { in: ['active', 'unverified'] } },
  })
  const endpoints = await client.webhookEndpoint.findMany({ select: webhookColumns, where: { partnerId } })
  for (const endpoint of endpoints.map(toWebhook)) {
    if (endpoint.status === 'active') await release(client, run, endpoint)
    if (endpoint.status === 'unverified') await release(client, run, endpoint, { type: 'webhook.test' })
  }
}
