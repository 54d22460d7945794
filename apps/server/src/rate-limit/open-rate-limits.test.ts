import { newSealingKeys } from '@partner-accounts/core/testing'
import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { LIMITER_MEMORY_BYTES, type LimiterKind, openRateLimits, type RateLimits } from './open-rate-limits.ts'
import { createRequestLimiter } from './request-limiter.ts'

const MAX_TOTAL_BYTES = 64_000_000
/** So long that nothing expires during a test, however busy the machine is. */
const LIMIT = { requests: 60, windowSeconds: 86_400 }

/** Returns a different IPv4 address for each index. */
const address = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`
const times = async (count: number, work: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < count; index++) await work(index)
}

describe('rate limit memory', () => {
  let limits: RateLimits
  beforeEach(async () => {
    limits = await openRateLimits({
      store: undefined,
      sealingKeys: newSealingKeys(),
      logger: pino({ level: 'silent' }),
      onDegraded: () => undefined,
    })
  })

  it('is less than 64 MB for all kinds together', () => {
    const total = Object.values(LIMITER_MEMORY_BYTES).reduce((sum, bytes) => sum + bytes)
    expect(total).toBeLessThan(MAX_TOTAL_BYTES)
  })

  it('keeps the count of a partner after requests from more addresses than fit', async () => {
    const { countRequest: count } = createRequestLimiter(limits.makeLimiter, LIMIT, () => undefined)
    const ofPartner = { partnerId: 'partner', pageUserId: undefined, network: '10.0.0.1' }
    await times(LIMIT.requests, () => count(ofPartner, 1))
    await times(150_000, (index) => count({ partnerId: undefined, pageUserId: undefined, network: address(index) }, 1))
    expect(limits.memoryBytes()).toBeGreaterThan(LIMITER_MEMORY_BYTES.networks * 0.9)
    expect(await count(ofPartner, 1)).toMatchObject({ allowed: false })
  })

  // The keys of each kind require more memory than its share.
  it.each<[LimiterKind, number, number]>([
    ['networks', 12_000, LIMIT.requests],
    ['partners', 52_000, 7],
    ['signInAccounts', 28_000, 5],
  ])(
    'of %s fills its share, and does not exceed it, while %i keys make %i requests each',
    async (kind, keys, requests) => {
      const limiter = limits.makeLimiter(kind, LIMIT)
      await times(keys, (index) => times(requests, () => limiter(`network:${address(index)}`)))
      expect(limits.memoryBytes()).toBeGreaterThan(LIMITER_MEMORY_BYTES[kind] * 0.9)
      expect(limits.memoryBytes()).toBeLessThanOrEqual(LIMITER_MEMORY_BYTES[kind])
    },
  )

  it('is released when keys expire', async () => {
    const limiter = limits.makeLimiter('networks', { requests: 60, windowSeconds: 0.05 })
    await times(1_000, (index) => limiter(address(index)))
    await expect
      .poll(async () => {
        await limiter('another')
        return limits.memoryBytes()
      })
      // Only the entry of `another` remains, which has about 450 bytes.
      .toBeLessThan(1_000)
  })
})
