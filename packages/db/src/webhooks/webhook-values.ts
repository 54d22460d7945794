import { type SealContext, type SealingKeys, unsealWithKeyring, type Webhook } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'

/** When deliveries are due that an endpoint cannot receive. */
export const NEVER = new Date('9999-01-01T00:00:00Z')

export const DUE_NOW = new Date(0)

/** @param only limits the queued deliveries that change */
export const reschedule = (
  client: Client,
  { partnerId, id }: Pick<Webhook, 'partnerId' | 'id'>,
  dueAt: Date,
  only: Prisma.WebhookDeliveryWhereInput = {},
) =>
  client.webhookDelivery.updateMany({
    data: { dueAt },
    where: { partnerId, endpointId: id, status: 'queued', ...only },
  })

export const webhookColumns = {
  id: true,
  partnerId: true,
  url: true,
  types: true,
  status: true,
  failingSince: true,
  createdAt: true,
} satisfies Prisma.WebhookEndpointSelect

export const toWebhook = ({
  id,
  partnerId,
  url,
  types,
  status,
  failingSince,
  createdAt,
}: Prisma.WebhookEndpointGetPayload<{ select: typeof webhookColumns }>): Webhook => ({
  id,
  partnerId,
  url,
  types: types as Webhook['types'],
  status: status as Webhook['status'],
  failingSince,
  createdAt,
})

export const secretContext = (webhookId: string): SealContext => ({ purpose: 'webhook secret', owner: webhookId })

interface SealedSecrets {
  id: string
  sealedSecret: Uint8Array
  sealedPreviousSecret: Uint8Array | null
  previousExpiresAt: Date | null
}

/** The latest first. Without those whose sealing key was removed. */
export const secretsOf = (
  { id, sealedSecret, sealedPreviousSecret, previousExpiresAt }: SealedSecrets,
  now: Date,
  sealingKeys: SealingKeys,
): string[] =>
  [sealedSecret, previousExpiresAt !== null && previousExpiresAt > now ? sealedPreviousSecret : null]
    .filter((sealed) => sealed !== null)
    .map((sealed) => unsealWithKeyring(sealed, sealingKeys, secretContext(id)))
    .filter((secret) => secret !== undefined)
