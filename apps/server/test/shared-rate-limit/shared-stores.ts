import { describe } from 'vitest'
import { hasRedis, RedisServer } from './redis-server.ts'
import { UpstashServer } from './upstash-server.ts'

/** Long enough for a busy machine. Tests of a slow or unavailable store set a different timeout. */
const LONG_TIMEOUT = { RATE_LIMIT_STORE_TIMEOUT_MS: '10000' }

/** A store that a test can start, break and stop, with the settings of a service that uses it. */
export interface TestStore {
  redis: RedisServer
  settings: Record<string, string>
  /** The same settings with a wrong password or token. */
  wrongSettings: Record<string, string>
  /** The right and the wrong password or token. */
  secrets: string[]
  stop(): Promise<void>
}

/** Returns a Redis server that is not started yet and is reached directly. */
async function tcpStore(): Promise<TestStore> {
  const redis = await RedisServer.create()
  const wrong = 'a-wrong-password'
  return {
    redis,
    settings: { ...LONG_TIMEOUT, REDIS_URL: redis.url() },
    wrongSettings: { ...LONG_TIMEOUT, REDIS_URL: redis.url(wrong) },
    secrets: [redis.password, wrong],
    stop: () => redis.kill(),
  }
}

/** Returns a Redis server that is not started yet and is reached over Upstash's REST interface. */
export async function restStore(): Promise<TestStore & { upstash: UpstashServer }> {
  const redis = await RedisServer.create()
  const upstash = new UpstashServer(redis.url())
  await upstash.start()
  const wrong = 'a-wrong-token'
  const settings = (token: string) => ({
    ...LONG_TIMEOUT,
    UPSTASH_REDIS_REST_URL: upstash.url,
    UPSTASH_REDIS_REST_TOKEN: token,
  })
  return {
    redis,
    upstash,
    settings: settings(upstash.token),
    wrongSettings: settings(wrong),
    secrets: [upstash.token, wrong],
    async stop() {
      await upstash.stop()
      await redis.kill()
    },
  }
}

/** Runs the same tests for both kinds of connection to a shared store. */
export function describeStores(title: string, tests: (create: () => Promise<TestStore>) => void): void {
  for (const [connection, create] of Object.entries({ 'over TCP': tcpStore, 'over Upstash REST': restStore })) {
    describe.skipIf(!hasRedis())(`${title} ${connection} (requires redis-server)`, () => tests(create))
  }
}
