import { newSealingKeys } from '@partner-accounts/core/testing'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { LimitedSignIns } from './limited-sign-ins.ts'
import { LIMITER_MEMORY_BYTES, type LimiterKind } from './limiter-memory.ts'
import { openRateLimits, type RateLimits } from './open-rate-limits.ts'
import { createRequestLimiter } from './request-limiter.ts'

const MAX_TOTAL_BYTES = 64_000_000
/** So long that nothing expires during a test, however busy the machine is. */
const LIMIT = { requests: 60, windowSeconds: 86_400 }

setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Returns the bytes in use on the heap. */
function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

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

  it('keeps the count of a partner after requests from 300,000 addresses', async () => {
    const { countRequest: count } = createRequestLimiter(limits.makeLimiter, LIMIT)
    await times(LIMIT.requests, () => count('partner', '10.0.0.1', 1))
    await times(300_000, (index) => count(undefined, address(index), 1))
    expect(await count('partner', '10.0.0.1', 1)).toMatchObject({ allowed: false })
  })

  it('stays below the share of sign-ins after 200,000 attempts with e-mails of 8 kB', async () => {
    const signIns = new LimitedSignIns(limits.makeLimiter)
    const before = heapUsed()
    await times(200_000, async (index) => {
      // A new string each time, as from a request body.
      const email = Buffer.alloc(8_000, `${index}@revenda.example `).toString()
      await (await signIns.reserve(email, address(index >> 5))).end(true)
    })
    expect(heapUsed() - before).toBeLessThan(MAX_TOTAL_BYTES)
    expect(limits.memoryBytes()).toBeLessThanOrEqual(
      LIMITER_MEMORY_BYTES.signInAccounts + LIMITER_MEMORY_BYTES.signInNetworks,
    )
    // This use keeps the limits from being collected earlier.
    await signIns.reserve('ana@revenda.example', '10.0.0.1')
  })

  it.each<[LimiterKind, number]>([
    ['networks', 1],
    ['networks', LIMIT.requests],
    ['partners', 7],
    ['signInAccounts', 5],
  ])('is at most the reported size, for %s with %i requests each', async (kind, requests) => {
    const limiter = limits.makeLimiter(kind, LIMIT)
    const before = heapUsed()
    await times(150_000 / requests, (index) => times(requests, () => limiter(`network:${address(index)}`)))
    const used = heapUsed() - before
    expect(limits.memoryBytes()).toBeLessThanOrEqual(LIMITER_MEMORY_BYTES[kind])
    expect(used).toBeLessThan(limits.memoryBytes() * 1.1)
    await limiter('in use until here')
  })

  it('is released when keys expire', async () => {
    const limiter = limits.makeLimiter('networks', { requests: 60, windowSeconds: 0.05 })
    await times(1_000, (index) => limiter(address(index)))
    await expect
      .poll(async () => {
        await limiter('another')
        return limits.memoryBytes()
      })
      .toBeLessThan(1_000)
  })
})
