import { hash } from 'node:crypto'
import { DomainError, LIMITS, type PasswordResetGuard, type WebhookPace } from '@partner-accounts/core'
import type { MakeLimiter } from './open-rate-limits.ts'
import type { RateLimitDecision } from './rate-limiter.ts'

export function limitPasswordResets(makeLimiter: MakeLimiter): PasswordResetGuard {
  const perNetwork = makeLimiter('passwordResetNetworks', LIMITS.passwordReset.perNetwork)
  const perEmail = makeLimiter('passwordResetEmails', LIMITS.passwordReset.perEmail)
  const tooManyResets = (retryAfterSeconds: number) =>
    new DomainError('too-many-password-resets', { retryAfterSeconds })
  return {
    async count(email, network) {
      await requireAllowed(perNetwork(`password-reset:${network}`), tooManyResets)
      await requireAllowed(perEmail(`password-reset:${hash('sha256', email, 'base64')}`), tooManyResets)
    },
  }
}

export function limitWebhookSends(makeLimiter: MakeLimiter): WebhookPace {
  const { perEndpoint, perPartner } = LIMITS.webhooks.pace
  const ofEndpoint = makeLimiter('webhookEndpoints', perEndpoint)
  const ofPartner = makeLimiter('webhookPartners', perPartner)
  const tooManySends = (retryAfterSeconds: number) => new DomainError('webhook-pace-exceeded', { retryAfterSeconds })
  return {
    async count({ partnerId, webhookId, cost }) {
      if (webhookId !== undefined) await requireAllowed(ofEndpoint(`webhook:${webhookId}`, cost), tooManySends)
      await requireAllowed(ofPartner(`webhooks-of:${partnerId}`, cost), tooManySends)
    },
  }
}

async function requireAllowed(
  decision: Promise<RateLimitDecision>,
  rejection: (retryAfterSeconds: number) => DomainError,
): Promise<void> {
  const { allowed, resetSeconds } = await decision
  if (!allowed) throw rejection(resetSeconds)
}
