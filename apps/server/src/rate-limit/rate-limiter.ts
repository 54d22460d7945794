import { createHmac, hkdfSync } from 'node:crypto'
import type { SealingKeys } from '@partner-accounts/core'
import { Ratelimit } from '@upstash/ratelimit'
import type { Redis } from '@upstash/redis'

/** `Ratelimit`'s `limiter`, which the library does not export. */
export type Algorithm = ReturnType<typeof Ratelimit.slidingWindow>

type Limiter = ReturnType<Algorithm>
type LimitResponse = Awaited<ReturnType<Limiter['limit']>>

export type WindowState = Pick<LimitResponse, 'success' | 'limit' | 'remaining' | 'reset'>

export interface RateLimitDecision {
  allowed: boolean
  limit: number
  remaining: number
  /** Whole seconds, at least 1, until the next slot is free. After a rejection, until there are enough for `cost`. */
  resetSeconds: number
  /** `process` if other instances do not count the request. */
  store: 'shared' | 'process'
}

/** `cost`: size of a batch; negative removes the latest requests, 0 only reads. `limit` replaces the limiter's own. */
export type RateLimiter = (key: string, cost?: number, limit?: number) => Promise<RateLimitDecision>

/** Other programs may share the store. */
const PREFIX = 'partner-accounts:rate-limit'

/** The limiter throws the algorithm's errors and a `TimeoutError`. */
export function createSharedLimiter(redis: Redis, algorithm: Algorithm, timeoutMs: number): RateLimiter {
  const ratelimit = new Ratelimit({
    redis,
    limiter: algorithm,
    prefix: PREFIX,
    ephemeralCache: false,
    timeout: timeoutMs,
    enableTelemetry: false,
  })
  return async (key, cost = 1) => {
    const { reason, ...state } = await ratelimit.limit(key, { rate: cost })
    // The library allows requests after its timeout.
    if (reason === 'timeout') throw new DOMException('The store did not respond in time', 'TimeoutError')
    return toDecision(state, 'shared')
  }
}

export function toDecision(
  { success, limit, remaining, reset }: WindowState,
  store: RateLimitDecision['store'],
): RateLimitDecision {
  const resetSeconds = Math.max(1, Math.ceil((reset - Date.now()) / 1000))
  return { allowed: success, limit, remaining: Math.max(0, remaining), resetSeconds, store }
}

const KEY_BYTES = 32
export const PARTNER_KEY = 'partner:'

/**
 * Returns a function that replaces keys by HMACs with the first sealing key, because e-mails and addresses are personal
 * data. Keys of partners stay as they are.
 */
export function createStoredKey([sealingKey]: SealingKeys): (key: string) => string {
  const hmacKey = Buffer.from(hkdfSync('sha256', sealingKey.key, '', 'rate-limit-keys', KEY_BYTES))
  return (key) =>
    key.startsWith(PARTNER_KEY) ? key : `hmac:${createHmac('sha256', hmacKey).update(key).digest('base64url')}`
}
