import { newSealingKeys } from '@partner-accounts/core/testing'
import { Redis } from '@upstash/redis'
import { expect, it } from 'vitest'
import { type Algorithm, createSharedLimiter, createStoredKey, PARTNER_KEY, type WindowState } from './rate-limiter.ts'

/** Creates a limiter whose store responds with these states, and never after the last. */
function limiterWith(states: WindowState[], timeoutMs = 60_000) {
  const requests: [key: string, cost: number | undefined][] = []
  const algorithm: Algorithm = () => ({
    limit: async (_context, key, cost) => {
      requests.push([key, cost])
      const state = states.shift()
      return state ? { ...state, pending: Promise.resolve() } : new Promise(() => {})
    },
    getRemaining: () => Promise.reject(new Error('unused')),
    resetTokens: () => Promise.reject(new Error('unused')),
  })
  const redis = new Redis({ url: 'https://unused.example', token: 'unused' })
  return { limiter: createSharedLimiter(redis, algorithm, timeoutMs), requests }
}

it("createSharedLimiter rounds the wait up to whole seconds, and passes the cost and the key with the service's prefix", async () => {
  const { limiter, requests } = limiterWith([
    { success: true, limit: 3, remaining: 2, reset: Date.now() + 1_500 },
    // The limit was lowered after four requests, and the window ends now.
    { success: false, limit: 3, remaining: -1, reset: Date.now() },
  ])
  expect(await limiter('key', 2)).toEqual({ allowed: true, limit: 3, remaining: 2, resetSeconds: 2, store: 'shared' })
  expect(await limiter('key')).toEqual({ allowed: false, limit: 3, remaining: 0, resetSeconds: 1, store: 'shared' })
  expect(requests).toEqual([
    ['partner-accounts:rate-limit:key', 2],
    ['partner-accounts:rate-limit:key', 1],
  ])
})

it('createSharedLimiter rejects a request that the store does not decide in time', async () => {
  const { limiter } = limiterWith([], 1)
  await expect(limiter('key')).rejects.toMatchObject({ name: 'TimeoutError' })
})

it('createStoredKey keeps the keys of partners, and hides all others with the first sealing key', () => {
  const keys = newSealingKeys()
  const storedKey = createStoredKey(keys)
  expect(storedKey(`${PARTNER_KEY}p1`)).toBe(`${PARTNER_KEY}p1`)
  expect(storedKey('network:192.0.2.1')).toMatch(/^hmac:[\w-]{43}$/)
  expect(storedKey('network:192.0.2.1')).toBe(createStoredKey(keys)('network:192.0.2.1'))
  expect(storedKey('network:192.0.2.1')).not.toBe(createStoredKey(newSealingKeys())('network:192.0.2.1'))
})
