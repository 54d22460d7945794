import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SharedStore, openSharedStore } from '../../src/rate-limit/shared-store.ts'
import { sharedSlidingWindow } from '../../src/rate-limit/shared-sliding-window.ts'
import { itIsAnExactSlidingWindow } from '../../src/rate-limit/sliding-window.contract.ts'
import { slidingWindowScript } from '../../src/rate-limit/sliding-window-script.ts'
import { parseSettings } from '../../src/settings/settings.ts'
import { hasRedis } from './redis-server.ts'
import { describeStores, restStore, type TestStore } from './shared-stores.ts'

/** The context of @upstash/ratelimit, which the algorithm ignores. */
const CONTEXT = undefined as never
const WINDOW_MS = 1000
const LONG_WINDOW_MS = 60_000

async function open({ settings }: TestStore): Promise<SharedStore> {
  const store = openSharedStore(parseSettings(settings).sharedStore!)
  await store.connect()
  return store
}

describeStores('The sliding window in Redis', (create) => {
  let server: TestStore
  let store: SharedStore
  beforeAll(async () => {
    server = await create()
    await server.redis.start()
    store = await open(server)
  })
  afterAll(async () => {
    store.close()
    await server.stop()
  })

  // The real script, but with a clock that is read from a key and set before each step.
  const script = slidingWindowScript(`redis.call('HMGET', 'clock', 'seconds', 'micros')`)
  let windows = 0
  itIsAnExactSlidingWindow(
    (limit, windowMs) => {
      // With its own prefix, each window begins with empty keys.
      windows += 1
      const prefix = `window-${windows}`
      return {
        take: (key, cost, ownLimit = limit) =>
          sharedSlidingWindow(store.redis, ownLimit, windowMs, script)().limit(CONTEXT, `${prefix}:${key}`, cost),
        async setClock(ms) {
          const micros = Math.round(ms * 1000)
          await store.redis.hset('clock', { seconds: Math.floor(micros / 1e6), micros: micros % 1e6 })
        },
      }
    },
    { numRuns: 150 },
  )

  it('resetTokens resets one key only', async () => {
    const window = sharedSlidingWindow(store.redis, 1, LONG_WINDOW_MS)()
    for (const key of ['reset', 'kept']) await window.limit(CONTEXT, key)
    await window.resetTokens(CONTEXT, 'reset')
    expect(await window.limit(CONTEXT, 'reset')).toMatchObject({ success: true })
    expect(await window.limit(CONTEXT, 'kept')).toMatchObject({ success: false })
  })

  it('writes nothing for a rejected request, and lets keys expire', async () => {
    const window = sharedSlidingWindow(store.redis, 2, LONG_WINDOW_MS)()
    const started = performance.now()
    const results = await Promise.all(Array.from({ length: 7 }, () => window.limit(CONTEXT, 'brief')))
    expect(results.filter(({ success }) => success)).toHaveLength(2)
    await server.redis.withClient(async (client) => {
      expect(await client.zcard('brief')).toBe(2)
      const ttlMs = await client.pttl('brief')
      expect(ttlMs + performance.now() - started).toBeGreaterThan(LONG_WINDOW_MS)
      expect(ttlMs).toBeLessThanOrEqual(LONG_WINDOW_MS + 1000)
    })
  })

  it('works after Redis has lost its scripts', async () => {
    const window = sharedSlidingWindow(store.redis, 2, LONG_WINDOW_MS)()
    expect(await window.limit(CONTEXT, 'scripts')).toMatchObject({ success: true, remaining: 1 })
    await server.redis.withClient((client) => client.script('FLUSH'))
    expect(await window.limit(CONTEXT, 'scripts')).toMatchObject({ success: true, remaining: 0 })
    expect(await window.limit(CONTEXT, 'scripts')).toMatchObject({ success: false })
  })

  it('admits at most the limit in every window and rejects no other request, by the clock of Redis', async () => {
    const limit = 20
    const windows = [1, 2].map(() => sharedSlidingWindow(store.redis, limit, WINDOW_MS)())
    const results: { sent: number; received: number; success: boolean }[] = []
    const until = performance.now() + 3 * WINDOW_MS
    const isFinished = () => performance.now() >= until && results.filter(({ success }) => success).length > limit
    const sendRequests = async (index: number) => {
      while (!isFinished()) {
        const sent = performance.now()
        const { success } = await windows[index % 2]!.limit(CONTEXT, 'load')
        results.push({ sent, received: performance.now(), success })
        await new Promise((resolve) => setTimeout(resolve, 3))
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, index) => sendRequests(index)))

    const admitted = results.filter(({ success }) => success)
    for (const { received } of admitted) {
      // The requests that were certainly counted in the window that ends with this one.
      const within = admitted.filter((other) => other.sent > received - WINDOW_MS && other.received <= received)
      expect(within.length).toBeLessThanOrEqual(limit)
    }
    for (const { sent, received } of results.filter(({ success }) => !success)) {
      // The requests that may have been counted in the window before this one.
      const before = admitted.filter((other) => other.received > sent - WINDOW_MS && other.sent < received)
      expect(before.length).toBeGreaterThanOrEqual(limit)
    }
  })
})

describe.skipIf(!hasRedis())('A lost response from Redis (requires redis-server)', () => {
  let server: Awaited<ReturnType<typeof restStore>>
  let store: SharedStore
  beforeAll(async () => {
    server = await restStore()
    await server.redis.start()
    store = await open(server)
  })
  afterAll(async () => {
    store.close()
    await server.stop()
  })

  it('is followed by a retry, and the command takes effect once: for one request, for several and for a refund', async () => {
    const window = sharedSlidingWindow(store.redis, 6, LONG_WINDOW_MS)()
    // Loads the script into Redis, so that the requests below only send EVALSHA.
    await window.limit(CONTEXT, 'first', 1)
    for (const [cost, remaining] of [
      [1, 5],
      [3, 2],
      [-2, 4],
    ] as const) {
      const executedBefore = server.upstash.executed.length
      server.upstash.responsesToLose = 1
      expect(await window.limit(CONTEXT, 'lost', cost)).toMatchObject({ success: true, remaining })
      expect(server.upstash.executed.slice(executedBefore)).toEqual(['EVALSHA', 'EVALSHA'])
    }
  })
})
