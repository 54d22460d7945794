import { describe } from 'vitest'
import { hasRedis, RedisServer } from './redis-server.ts'
import { UpstashServer } from './upstash-server.ts'

/** What is shared is shared on a busy machine too: tests of a store that is slow or away set their own. */
const PATIENCE = { RATE_LIMIT_STORE_TIMEOUT_MS: '5000' }

/** A store that the test starts, breaks and ends, with the settings that lead to it. */
export interface TestStore {
  redis: RedisServer
  settings: Record<string, string>
  /** The same, but for the password or token. */
  wrongSettings: Record<string, string>
  /** The password or token, right and wrong. */
  secrets: string[]
  stop(): Promise<void>
}

/** A Redis that has not been started yet, spoken to directly. */
async function tcpStore(): Promise<TestStore> {
  const redis = await RedisServer.create()
  const wrong = 'a-wrong-password'
  return {
    redis,
    settings: { ...PATIENCE, REDIS_URL: redis.url() },
    wrongSettings: { REDIS_URL: redis.url(wrong) },
    secrets: [redis.password, wrong],
    stop: () => redis.kill(),
  }
}

/** A Redis that has not been started yet, behind Upstash's REST interface. */
export async function restStore(): Promise<TestStore & { upstash: UpstashServer }> {
  const redis = await RedisServer.create()
  const upstash = new UpstashServer(redis.url())
  await upstash.start()
  const wrong = 'a-wrong-token'
  const settings = (token: string) => ({
    ...PATIENCE,
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

/** Both ways to a store that instances share: what holds of one has to hold of the other. */
export function describeStores(title: string, tests: (create: () => Promise<TestStore>) => void): void {
  for (const [way, create] of Object.entries({ 'over TCP': tcpStore, 'over Upstash REST': restStore })) {
    describe.skipIf(!hasRedis())(`${title} ${way} (skipped: no redis-server)`, () => tests(create))
  }
}
