import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { IoredisRequester } from '../../src/rate-limit/ioredis-requester.ts'
import { RECOVERY_WAIT } from './instances.ts'
import { hasRedis, RedisServer } from './redis-server.ts'

const TIMEOUT_MS = 4_000
/** For requests that Redis responds to. A busy machine may delay them. */
const LONG_TIMEOUT_MS = 30_000

describe.skipIf(!hasRedis())('IoredisRequester (requires redis-server)', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await RedisServer.create()
    await redis.start()
  })
  afterAll(() => redis.kill())

  const open = async (timeoutMs = LONG_TIMEOUT_MS) => {
    const location = { redisUrl: redis.url(), ca: undefined, isCluster: false, sentinel: undefined }
    const requester = new IoredisRequester({ ...location, timeoutMs })
    await requester.connect()
    return requester
  }
  const clientIds = () => redis.withClient(async (client) => String(await client.client('LIST')).match(/\bid=\d+/g))
  const idOf = async (requester: IoredisRequester) => (await requester.request({ body: ['CLIENT', 'ID'] })).result

  it('returns the results and the errors of Redis', async () => {
    const requester = await open()
    expect(await requester.request({ body: ['ECHO', 'word'] })).toEqual({ result: 'word' })
    expect(await requester.request({ body: ['HGET', 'too', 'few', 'or', 'many'] })).toEqual({
      error: expect.stringMatching(/^ERR wrong number/),
    })
    requester.close()
  })

  it('opens a new connection when Redis does not respond, because the old connection may be dead', async () => {
    const requester = await open(TIMEOUT_MS)
    const before = await vi.waitFor(() => idOf(requester), RECOVERY_WAIT)
    redis.pause()
    const failed = await Promise.allSettled(Array.from({ length: 20 }, () => idOf(requester)))
    expect(failed.map(({ status }) => status)).toEqual(Array(20).fill('rejected'))
    await new Promise((resolve) => setTimeout(resolve, 2 * TIMEOUT_MS))
    redis.resume()
    await vi.waitFor(async () => expect(await idOf(requester)).toBeGreaterThan(Number(before)), RECOVERY_WAIT)
    requester.close()
  })

  it('closes its connection on close()', async () => {
    const requester = await open()
    const id = await idOf(requester)
    requester.close()
    await vi.waitFor(async () => expect(await clientIds()).not.toContain(`id=${String(id)}`), RECOVERY_WAIT)
    await expect(requester.request({ body: ['PING'] })).rejects.toMatchObject({ code: 'ENOTCONN' })
  })
})
