import { DomainError, LIMITS, type SignInAttempt, type SignInGuard } from '@partner-accounts/core'
import type { RateLimiter } from './rate-limiter.ts'

/** Makes a limiter of so many requests in a sliding window. */
export type MakeLimiter = (limit: { requests: number; windowSeconds: number }) => RateLimiter

const GIVE_BACK = -1

/** Failed sign-ins counted by the service's own limiter: per account and network, and per network. */
export class LimitedSignIns implements SignInGuard {
  readonly #perAccount: RateLimiter
  readonly #perNetwork: RateLimiter

  constructor(makeLimiter: MakeLimiter) {
    this.#perAccount = makeLimiter(LIMITS.signIn.perAccountAndAddress)
    this.#perNetwork = makeLimiter(LIMITS.signIn.perAddress)
  }

  async reserve(email: string, network: string): Promise<SignInAttempt> {
    // No address is longer than that: what is cut off belongs to no account.
    const account = `sign-in:${network}:${email.toLowerCase().slice(0, LIMITS.emailLength)}`
    await take(this.#perAccount, account)
    const everyone = `sign-in:${network}`
    try {
      await take(this.#perNetwork, everyone)
    } catch (error) {
      await this.#perAccount(account, GIVE_BACK)
      throw error
    }
    return {
      release: async () => {
        await Promise.all([this.#perAccount(account, GIVE_BACK), this.#perNetwork(everyone, GIVE_BACK)])
      },
    }
  }
}

async function take(limiter: RateLimiter, key: string): Promise<void> {
  const { allowed, resetSeconds } = await limiter(key)
  if (!allowed) throw new DomainError('too-many-sign-ins', { retryAfterSeconds: resetSeconds })
}
