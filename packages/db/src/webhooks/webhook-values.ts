import {
  type SealContext,
  type SealingKeys,
  sealWithKeyring,
  unsealWithKeyring,
  type Webhook,
} from '@partner-accounts/core'
import { bytes } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { narrowStates } from '../prisma/stored.ts'

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
}: Prisma.WebhookEndpointGetPayload<{ select: typeof webhookColumns }>): Webhook =>
  narrowStates<Webhook>({ id, partnerId, url, types, status, failingSince, createdAt })

export const secretContext = (webhookId: string): SealContext => ({ purpose: 'webhook secret', owner: webhookId })

export const sealSecret = (webhookId: string, secret: string, sealingKeys: SealingKeys) =>
  bytes(sealWithKeyring(secret, sealingKeys, secretContext(webhookId)))

interface SealedSecrets {
  id: string
  sealedSecret: Uint8Array
  sealedPreviousSecret: Uint8Array | null
  previousExpiresAt: Date | null
}

/** Returns the secrets, the latest first. Omits those whose sealing key was removed. */
export const secretsOf = (
  { id, sealedSecret, sealedPreviousSecret, previousExpiresAt }: SealedSecrets,
  now: Date,
  sealingKeys: SealingKeys,
): string[] => {
  const isPreviousValid = previousExpiresAt !== null && previousExpiresAt > now
  return [sealedSecret, isPreviousValid ? sealedPreviousSecret : null]
    .filter((sealed) => sealed !== null)
    .map((sealed) => unsealWithKeyring(sealed, sealingKeys, secretContext(id)))
    .filter((secret) => secret !== undefined)
}
