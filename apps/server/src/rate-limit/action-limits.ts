import { hash } from 'node:crypto'
import { DomainError, LIMITS, type PasswordResetGuard, type WebhookPace } from '@partner-accounts/core'
import type { MakeLimiter } from './open-rate-limits.ts'
import type { RateLimiter } from './rate-limiter.ts'

export function limitPasswordResets(makeLimiter: MakeLimiter): PasswordResetGuard {
  const perNetwork = makeLimiter('passwordResetNetworks', LIMITS.passwordReset.perNetwork)
  const perEmail = makeLimiter('passwordResetEmails', LIMITS.passwordReset.perEmail)
  const tooManyResets = (retryAfterSeconds: number) =>
    new DomainError('too-many-password-resets', { retryAfterSeconds })
  return {
    async count(email, network) {
      const emailKey = `password-reset:${hash('sha256', email, 'base64')}`
      const counts: Count[] = [
        [perNetwork, `password-reset:${network}`],
        [perEmail, emailKey],
      ]
      await countAll(counts, 1, tooManyResets)
    },
  }
}

export function limitWebhookSends(makeLimiter: MakeLimiter): WebhookPace {
  const { perEndpoint, perPartner } = LIMITS.webhooks.pace
  const ofEndpoint = makeLimiter('webhookEndpoints', perEndpoint)
  const ofPartner = makeLimiter('webhookPartners', perPartner)
  const tooManySends = (retryAfterSeconds: number) => new DomainError('webhook-pace-exceeded', { retryAfterSeconds })
  return {
    async count({ partnerId, webhookId, cost = 1 }) {
      const partner: Count = [ofPartner, `webhooks-of:${partnerId}`]
      const counts: Count[] = webhookId === undefined ? [partner] : [[ofEndpoint, `webhook:${webhookId}`], partner]
      await countAll(counts, cost, tooManySends)
    },
  }
}

type Count = [limiter: RateLimiter, key: string]

/** Counts an action towards several limits. If one of them rejects it, it counts towards none. */
async function countAll(
  counts: readonly Count[],
  cost: number,
  rejection: (retryAfterSeconds: number) => DomainError,
): Promise<void> {
  for (const [index, [limiter, key]] of counts.entries()) {
    const { allowed, resetSeconds } = await limiter(key, cost)
    if (allowed) continue
    for (const [counted, countedKey] of counts.slice(0, index)) await counted(countedKey, -cost)
    throw rejection(resetSeconds)
  }
}
