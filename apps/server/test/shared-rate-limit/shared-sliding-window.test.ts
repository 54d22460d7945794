import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SharedStore, openSharedStore } from '../../src/rate-limit/shared-store.ts'
import { sharedSlidingWindow } from '../../src/rate-limit/shared-sliding-window.ts'
import { itIsAnExactSlidingWindow } from '../../src/rate-limit/sliding-window.contract.ts'
import { slidingWindowScript } from '../../src/rate-limit/sliding-window-script.ts'
import { parseSettings } from '../../src/settings/settings.ts'
import { hasRedis } from './redis-server.ts'
import { describeStores, restStore, type TestStore } from './shared-stores.ts'

const CONTEXT = undefined as never
const WINDOW_MS = 1000

async function open({ settings }: TestStore): Promise<SharedStore> {
  const store = openSharedStore(parseSettings(settings).sharedStore!)
  await store.connect()
  return store
}

describeStores('the sliding window in Redis', (create) => {
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

  // The script as it is, but for the clock: that is a key, set before each step.
  const script = slidingWindowScript(`redis.call('HMGET', 'clock', 'seconds', 'micros')`)
  let windows = 0
  itIsAnExactSlidingWindow(
    (limit, windowMs) => {
      // Keys of its own: nothing is in them yet.
      const own = `window-${++windows}`
      const { limit: take, getRemaining, resetTokens } = sharedSlidingWindow(store.redis, limit, windowMs, script)()
      return {
        algorithm: () => ({
          limit: (context, key, cost) => take(context, `${own}:${key}`, cost),
          getRemaining: (context, key) => getRemaining(context, `${own}:${key}`),
          resetTokens: (context, key) => resetTokens(context, `${own}:${key}`),
        }),
        async setClock(ms) {
          const micros = Math.round(ms * 1000)
          await store.redis.hset('clock', { seconds: Math.floor(micros / 1e6), micros: micros % 1e6 })
        },
      }
    },
    { numRuns: 150 },
  )

  it('writes nothing for a request that it refuses, and forgets a key by itself', async () => {
    const window = sharedSlidingWindow(store.redis, 2, WINDOW_MS)()
    const asked = await Promise.all(Array.from({ length: 7 }, () => window.limit(CONTEXT, 'brief')))
    expect(asked.filter(({ success }) => success)).toHaveLength(2)
    await server.redis.connect(async (client) => {
      expect(await client.zcard('brief')).toBe(2)
      const livesMs = await client.pttl('brief')
      expect(livesMs).toBeGreaterThan(WINDOW_MS)
      expect(livesMs).toBeLessThanOrEqual(WINDOW_MS + 1000)
    })
  })

  it('goes on when Redis has forgotten its scripts', async () => {
    const window = sharedSlidingWindow(store.redis, 2, 60_000)()
    expect(await window.limit(CONTEXT, 'scripts')).toMatchObject({ success: true, remaining: 1 })
    await server.redis.connect((client) => client.script('FLUSH'))
    expect(await window.limit(CONTEXT, 'scripts')).toMatchObject({ success: true, remaining: 0 })
    expect(await window.limit(CONTEXT, 'scripts')).toMatchObject({ success: false })
  })

  it('lets no window hold more than the limit, and refuses nothing that is due, by the clock of Redis', async () => {
    const limit = 20
    const windows = [1, 2].map(() => sharedSlidingWindow(store.redis, limit, WINDOW_MS)())
    const responses: { asked: number; answered: number; success: boolean }[] = []
    const until = performance.now() + 3 * WINDOW_MS
    const knock = async (index: number) => {
      while (performance.now() < until) {
        const asked = performance.now()
        const { success } = await windows[index % 2]!.limit(CONTEXT, 'crowd')
        responses.push({ asked, answered: performance.now(), success })
        await new Promise((resolve) => setTimeout(resolve, 3))
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, index) => knock(index)))

    const admitted = responses.filter(({ success }) => success)
    expect(admitted.length).toBeGreaterThan(limit)
    for (const { answered } of admitted) {
      // Those that were for certain counted within a window of this one's.
      const within = admitted.filter((other) => other.asked > answered - WINDOW_MS && other.answered <= answered)
      expect(within.length).toBeLessThanOrEqual(limit)
    }
    for (const { asked, answered } of responses.filter(({ success }) => !success)) {
      // Those that may have been counted in the window before this one.
      const before = admitted.filter((other) => other.answered > asked - WINDOW_MS && other.asked < answered)
      expect(before.length).toBeGreaterThanOrEqual(limit)
    }
  })
})

describe.skipIf(!hasRedis())('an answer that gets lost on its way (skipped: no redis-server)', () => {
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

  it('is asked for again, and what was asked counts once: taking, taking several and giving back', async () => {
    const window = sharedSlidingWindow(store.redis, 6, 60_000)()
    await window.limit(CONTEXT, 'first', 1)
    for (const [cost, remaining] of [
      [1, 5],
      [3, 2],
      [-2, 4],
    ] as const) {
      const doneBefore = server.upstash.done.length
      server.upstash.losing = 1
      expect(await window.limit(CONTEXT, 'lost', cost)).toMatchObject({ success: true, remaining })
      expect(server.upstash.done.slice(doneBefore)).toEqual(['EVALSHA', 'EVALSHA'])
    }
  })
})
