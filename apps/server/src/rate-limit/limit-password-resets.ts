import { hash } from 'node:crypto'
import { DomainError, LIMITS, type PasswordResetGuard } from '@partner-accounts/core'
import type { MakeLimiter } from './open-rate-limits.ts'
import type { RateLimiter } from './rate-limiter.ts'

export function limitPasswordResets(makeLimiter: MakeLimiter): PasswordResetGuard {
  const perNetwork = makeLimiter('passwordResetNetworks', LIMITS.passwordReset.perNetwork)
  const perAddress = makeLimiter('passwordResetAddresses', LIMITS.passwordReset.perAddress)
  return {
    async count(email, network) {
      await requireAllowed(perNetwork, `password-reset:${network}`)
      // Hashed, because e-mails may be long.
      await requireAllowed(perAddress, `password-reset:${hash('sha256', email, 'base64')}`)
    },
  }
}

async function requireAllowed(limiter: RateLimiter, key: string): Promise<void> {
  const { allowed, resetSeconds } = await limiter(key)
  if (!allowed) throw new DomainError('too-many-password-resets', { retryAfterSeconds: resetSeconds })
}
