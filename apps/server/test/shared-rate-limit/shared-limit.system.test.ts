import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPortalUser, listenOn, newAddress, request, sharedService, signedInPartner } from '../harness.ts'
import type { TestService } from '../harness.ts'
import { internalClient } from '../internal/internal-client.ts'
import { list, metric, RECOVERY_WAIT, statusesOf } from './instances.ts'
import { describeStores, type TestStore } from './shared-stores.ts'

const LIMIT = 5

describeStores('Two instances', (create) => {
  let store: TestStore
  let instances: [TestService, TestService]
  /** An instance without the store, at which partners sign in. */
  let signInService: TestService
  beforeAll(async () => {
    store = await create()
    await store.redis.start()
    signInService = await sharedService()
    const start = () =>
      listenOn(signInService.database, {
        ...store.settings,
        RATE_LIMIT_REQUESTS: String(LIMIT),
        TRUSTED_PROXIES: '127.0.0.1',
      })
    instances = [await start(), await start()]
  })
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.stop()))
    await store.stop()
  })

  const instanceFor = (index: number) => instances[index % 2]!

  it('share the limit exactly when concurrent requests are spread over them', async () => {
    const { token } = await signedInPartner(signInService)
    const responses = await Promise.all(Array.from({ length: 24 }, (_, index) => list(instanceFor(index), token)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(LIMIT)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(24 - LIMIT)
    const rejected = await list(instances[1], token)
    const retryAfter = Number(rejected.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(10)
    expect(retryAfter).toBeLessThanOrEqual(60)
  })

  it("share a partner's own limit exactly", async () => {
    const { token, user } = await signedInPartner(signInService)
    const requests = LIMIT * 2
    await signInService.database.stores.partners.change(user.partnerId, { rateLimit: { requests, until: null } })
    const limitOn = async (instance: TestService) => {
      const { usage } = await internalClient(instance).limits.get.query({ id: user.partnerId })
      return usage.limit
    }
    await expect.poll(() => Promise.all(instances.map(limitOn)), RECOVERY_WAIT).toEqual([requests, requests])
    const responses = await Promise.all(Array.from({ length: 24 }, (_, index) => list(instanceFor(index), token)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(requests)
  })

  it('report the remaining requests of both', async () => {
    const { token } = await signedInPartner(signInService)
    const started = performance.now()
    for (let index = 0; index < LIMIT; index++) {
      const { headers } = await list(instanceFor(index), token)
      const [, remaining, seconds] = /^"default";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? []
      expect(Number(remaining)).toBe(LIMIT - 1 - index)
      expect(Number(seconds)).toBeLessThanOrEqual(60)
      expect(Number(seconds)).toBeGreaterThanOrEqual(60 - Math.ceil((performance.now() - started) / 1_000))
    }
  })

  it('show operators the use of both, without counting', async () => {
    const { token, user } = await signedInPartner(signInService)
    const readUsage = (index: number) => internalClient(instanceFor(index)).limits.get.query({ id: user.partnerId })
    for (let index = 0; index < 3; index++) await list(instanceFor(index), token)
    for (let index = 0; index < 4; index++) {
      expect(await readUsage(index)).toMatchObject({ usage: { used: 3, limit: LIMIT, isShared: true } })
    }
    await list(instances[0], token)
    expect(await readUsage(1)).toMatchObject({ usage: { used: 4 } })
  })

  it('count their decisions as shared in the metrics', async () => {
    const { token } = await signedInPartner(signInService)
    const shared = 'rate_limit_decisions_total{outcome="allowed",store="shared"}'
    // `NaN` before the first decision.
    const before = (await metric(instances[0], shared)) || 0
    await list(instances[0], token)
    expect(await metric(instances[0], shared)).toBe(before + 1)
    expect(await metric(instances[0], 'rate_limit_decisions_total{outcome="allowed",store="process"}')).toBeNaN()
    expect(await metric(instances[0], 'rate_limit_degraded')).toBe(0)
  })

  it('count failed sign-ins together, and no successful ones', async () => {
    // With the default test limit, which is too high to be reached.
    const start = () => listenOn(signInService.database, { ...store.settings, TRUSTED_PROXIES: '127.0.0.1' })
    const unlimited = [await start(), await start()] as const
    const user = await addPortalUser(signInService)
    const address = newAddress()
    const attempt = (index: number, password: string) =>
      request(unlimited[index % 2]!, 'POST', '/tokens', { email: user.email, password }, { 'x-forwarded-for': address })

    expect(await statusesOf(8, (index) => attempt(index, user.password))).toEqual(Array(8).fill(200))
    expect(await statusesOf(5, (index) => attempt(index, 'wrong'))).toEqual(Array(5).fill(401))
    expect(await statusesOf(4, (index) => attempt(index, user.password))).toEqual(Array(4).fill(429))
    await Promise.all(unlimited.map((instance) => instance.stop()))
  })

  it('store no personal data in Redis', async () => {
    const user = await addPortalUser(signInService)
    const address = newAddress()
    const partner = await signedInPartner(signInService)
    const credentials = { email: user.email, password: 'wrong' }
    await request(instances[0], 'POST', '/tokens', credentials, { 'x-forwarded-for': address })
    await list(instances[0], partner.token)
    const stored = await store.redis.withClient(async (client) => {
      const keys = await client.keys('*')
      return Promise.all(keys.map(async (key) => [key, ...(await client.zrange(key, 0, -1))].join(' ')))
    })
    // Counts of the partner and of the address, and of failed sign-ins by account and by address.
    expect(stored.length).toBeGreaterThanOrEqual(4)
    expect(stored.join('\n')).toContain(`partner:${partner.user.partnerId}`)
    for (const personal of [user.email, user.email.split('@')[0]!, address, '127.0.0.1', 'sign-in']) {
      expect(stored.join('\n').toLowerCase()).not.toContain(personal.toLowerCase())
    }
  })
})
