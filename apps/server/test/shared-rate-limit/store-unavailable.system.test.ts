import type { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addPortalUser, listenOn, newAddress, request, sharedService, signedInPartner } from '../harness.ts'
import type { TestService } from '../harness.ts'
import { isDegraded, list, metric, RECOVERY_WAIT, statusesOf, storeLogLines } from './instances.ts'
import { describeStores, type TestStore } from './shared-stores.ts'

const LIMIT = 5
/** Minimum duration of a request that waits for an unresponsive store. */
const STORE_TIMEOUT_MS = 5_000
/** Maximum duration of such a request on a busy machine. */
const MAX_WAIT_MS = STORE_TIMEOUT_MS + 10_000

const WARNING = 'the shared store of rate limits is unavailable: this process counts for itself'
const RECOVERY = 'the shared store of rate limits is back: limits are shared again'

describeStores('The service, while the rate limit store is unavailable,', (create) => {
  let store: TestStore
  /** An instance without the store, at which partners sign in. */
  let signInService: TestService
  let running: TestService[]
  beforeEach(async () => {
    store = await create()
    signInService = await sharedService()
    running = []
  })
  afterEach(async () => {
    store.redis.resume()
    await Promise.all(running.map((service) => service.stop()))
    await store.stop()
  })

  async function start(settings = store.settings): Promise<TestService> {
    // No test outlasts its window.
    const window = { RATE_LIMIT_REQUESTS: String(LIMIT), RATE_LIMIT_WINDOW_SECONDS: '600' }
    const limit = { ...window, TRUSTED_PROXIES: '127.0.0.1' }
    const service = await listenOn(signInService.database, { ...settings, ...limit })
    running.push(service)
    return service
  }
  const untilShared = (service: TestService) =>
    vi.waitFor(async () => expect(await isDegraded(service)).toBe(false), RECOVERY_WAIT)
  const countIn = async (client: Redis, kind: string) => {
    const keys = await client.keys(`*:${kind}*`)
    const counts = await Promise.all(keys.map((key) => client.zcount(key, 0, '+inf')))
    return counts.reduce((sum, count) => sum + count, 0)
  }
  const newToken = async () => (await signedInPartner(signInService)).token
  const durationOf = async (send: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await send()
    return performance.now() - startedAt
  }

  it('because it is full (maxmemory), counts in the process, adds nothing to Redis, and shares again once there is space', async () => {
    await store.redis.start()
    const service = await start()
    const token = await newToken()
    expect(await statusesOf(2, () => list(service, token))).toEqual([200, 200])

    await store.redis.withClient(async (client) => {
      await client.config('SET', 'maxmemory-policy', 'noeviction')
      // Less memory than Redis already uses.
      await client.config('SET', 'maxmemory', '1kb')
      await expect(client.set('more', 'x')).rejects.toThrow('OOM')
      const before = await client.dbsize()
      expect(await statusesOf(LIMIT - 1, () => list(service, token))).toEqual([200, 200, 200, 429])
      for (let index = 0; index < 20; index++) await request(service, 'GET', '/partner-accounts')
      for (const address of [newAddress(), newAddress()]) {
        await request(service, 'GET', '/partner-accounts', undefined, { 'x-forwarded-for': address })
      }
      expect(await isDegraded(service)).toBe(true)
      expect(await client.dbsize()).toBeLessThanOrEqual(before)

      await client.config('SET', 'maxmemory', '0')
    })
    await untilShared(service)
  })

  it('because it was killed within a window, continues from its local counts, and shares again after the restart', async () => {
    await store.redis.start()
    const first = await start()
    const second = await start()
    const token = await newToken()
    expect(await statusesOf(3, () => list(first, token))).toEqual([200, 200, 200])

    await store.redis.kill()
    expect(await durationOf(() => list(first, token))).toBeLessThan(MAX_WAIT_MS)
    expect(await isDegraded(first)).toBe(true)
    expect(await statusesOf(3, () => list(first, token))).toEqual([200, 429, 429])
    expect(await metric(first, 'rate_limit_decisions_total{outcome="rejected",store="process"}')).toBe(2)
    expect((await fetch(`${first.origin}/health/ready`)).status).toBe(200)

    // The store is empty after the restart, but the process still counts the partner's requests.
    await store.redis.start()
    await untilShared(first)
    expect(await statusesOf(2, () => list(first, token))).toEqual([429, 429])
    await list(second, await newToken())
    await untilShared(second)
    const other = await newToken()
    const spread = await statusesOf(LIMIT + 1, (index) => list([first, second][index % 2]!, other))
    expect(spread).toEqual([...Array(LIMIT).fill(200), 429])

    const messages = storeLogLines(first).map(({ msg }) => msg)
    expect(messages).toEqual(['rate limits are shared with other instances', WARNING, RECOVERY])
    for (const secret of store.secrets) expect(first.logged()).not.toContain(secret)
    expect(JSON.stringify(storeLogLines(first))).not.toMatch(/eval|partner:|hmac:|redis:|http:/i)
  })

  it('because it is paused within a window, lets one request wait for the timeout and no later ones, and keeps its counts', async () => {
    await store.redis.start()
    const settings = { ...store.settings, RATE_LIMIT_STORE_TIMEOUT_MS: String(STORE_TIMEOUT_MS) }
    const first = await start(settings)
    const second = await start(settings)
    const token = await newToken()
    expect(await statusesOf(2, () => list(first, token))).toEqual([200, 200])
    expect(await statusesOf(2, () => list(second, token))).toEqual([200, 200])

    store.redis.pause()
    const stranger = await newToken()
    expect(await durationOf(() => list(first, stranger))).toBeLessThan(MAX_WAIT_MS)
    expect(storeLogLines(first).at(-1)).toMatchObject({ level: 40, msg: WARNING, reason: 'TimeoutError' })
    // Long enough for probes of the store to fail, too.
    const durations: number[] = []
    const until = performance.now() + 2 * STORE_TIMEOUT_MS
    while (performance.now() < until) durations.push(await durationOf(() => list(first, stranger)))
    // A busy machine may delay one of the requests.
    expect(durations.filter((ms) => ms >= STORE_TIMEOUT_MS).length).toBeLessThanOrEqual(1)

    store.redis.resume()
    await untilShared(first)
    expect(await statusesOf(2, () => list(first, token))).toEqual([200, 429])
    await list(second, await newToken())
    await untilShared(second)
    expect(await statusesOf(1, () => list(second, token))).toEqual([429])
    expect(storeLogLines(first).filter(({ msg }) => msg === WARNING)).toHaveLength(1)
  })

  it('still rejects requests over the limit after the store was emptied within a window, and is not degraded', async () => {
    await store.redis.start()
    const service = await start()
    const token = await newToken()
    expect(await statusesOf(LIMIT, () => list(service, token))).toEqual(Array(LIMIT).fill(200))
    await store.redis.withClient(async (client) => {
      await client.flushall()
      await client.script('FLUSH')
    })
    const responses = await Promise.all(Array.from({ length: 8 }, () => list(service, token)))
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(429))
    // Requests that the store admitted and the process rejected are removed from the store again.
    await vi.waitFor(
      () => store.redis.withClient(async (client) => expect(await countIn(client, 'partner:')).toBe(0)),
      RECOVERY_WAIT,
    )
    const other = await newToken()
    expect(await statusesOf(LIMIT + 1, () => list(service, other))).toEqual([...Array(LIMIT).fill(200), 429])
    expect(await isDegraded(service)).toBe(false)
  })

  it('still counts earlier failed sign-ins', async () => {
    await store.redis.start()
    const service = await listenOn(signInService.database, { ...store.settings, TRUSTED_PROXIES: '127.0.0.1' })
    running.push(service)
    const user = await addPortalUser(signInService)
    const address = newAddress()
    const guess = () =>
      request(service, 'POST', '/tokens', { email: user.email, password: 'wrong' }, { 'x-forwarded-for': address })
    expect(await statusesOf(3, guess)).toEqual([401, 401, 401])
    await store.redis.kill()
    expect(await statusesOf(4, guess)).toEqual([401, 401, 429, 429])
  })

  it('starts with a warning, counts in the process, and shares limits once the store is available', async () => {
    const startedAt = performance.now()
    const service = await start()
    expect(performance.now() - startedAt).toBeLessThan(MAX_WAIT_MS)
    expect(storeLogLines(service)).toMatchObject([{ level: 40, msg: WARNING }])
    expect(storeLogLines(service)[0]!.reason).toMatch(/^(ECONNREFUSED|UpstashError)$/)
    expect(await isDegraded(service)).toBe(true)
    expect((await fetch(`${service.origin}/health/ready`)).status).toBe(200)
    const token = await newToken()
    expect(await statusesOf(LIMIT + 1, () => list(service, token))).toEqual([...Array(LIMIT).fill(200), 429])

    await store.redis.start()
    await untilShared(service)
    await list(service, await newToken())
    expect(await metric(service, 'rate_limit_decisions_total{outcome="allowed",store="shared"}')).toBe(1)
  })

  it('because the password is wrong, logs the reason without the password', async () => {
    await store.redis.start()
    const service = await start(store.wrongSettings)
    expect(storeLogLines(service)).toMatchObject([{ level: 40, msg: WARNING }])
    expect(storeLogLines(service)[0]!.reason).toMatch(/^(WRONGPASS|Unauthorized)$/)
    const token = await newToken()
    expect(await statusesOf(LIMIT + 1, () => list(service, token))).toEqual([...Array(LIMIT).fill(200), 429])
    for (const secret of store.secrets) expect(service.logged()).not.toContain(secret)
  })
})
