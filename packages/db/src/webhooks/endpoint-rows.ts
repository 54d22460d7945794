import type { Webhook } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { toWebhook, webhookColumns } from './webhook-values.ts'

export const keyOf = ({ partnerId, id }: Webhook) => ({ partnerId_id: { partnerId, id } })

export async function changeEndpoint(
  client: Client,
  webhook: Webhook,
  data: Prisma.WebhookEndpointUpdateInput,
): Promise<Webhook> {
  return toWebhook(await client.webhookEndpoint.update({ data, select: webhookColumns, where: keyOf(webhook) }))
}
