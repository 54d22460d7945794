import type { RejectionStore } from '@partner-accounts/core'
import { pino } from 'pino'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPartnerLimits } from '../../src/rate-limit/partner-limits.ts'
import { createRejectionLog } from '../../src/rate-limit/rejection-log.ts'
import {
  addPortalUser,
  listenOn,
  type PartnerClient,
  signedIn,
  startTestService,
  type TestService,
} from '../harness.ts'
import { everyPage, type InternalClient, internalClient, rejectionOf, UNKNOWN_ID } from './internal-client.ts'

const LIMIT = 3
const MINUTE: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00\+00:00$/)

describe('The limits of partners', () => {
  let service: TestService
  let internal: InternalClient
  beforeAll(async () => {
    service = await startTestService()
    internal = internalClient(service)
    return () => service.stop()
  })
  const stops: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })

  /** Starts an instance with a low limit. It records its rejected requests when it stops, at the latest. */
  const limited = () => listenOn(service.database, { RATE_LIMIT_REQUESTS: String(LIMIT) })
  const partnerOf = async (instance: TestService) => signedIn(service, await addPortalUser(instance))
  const request = ({ token }: PartnerClient, instance: TestService) =>
    fetch(`${instance.baseUrl}/partner-accounts`, { headers: { authorization: `Bearer ${token}` } })
  const requests = async (count: number, partner: PartnerClient, instance: TestService) => {
    for (let sent = 0; sent < count; sent++) await request(partner, instance)
  }
  const listed = (partner: PartnerClient, requests: number) => ({
    id: partner.user.partnerId,
    name: 'Revenda',
    status: 'active',
    mode: 'live',
    requests,
    lastMinute: MINUTE,
  })
  const limitedPartners = () => everyPage((cursor) => internal.limits.list.query({ cursor, limit: 1 }))

  it('show the current usage of a partner without counting, and the rejected requests of all instances', async () => {
    const instances = [await limited(), await limited()] as const
    const partner = await partnerOf(service)
    const { partnerId: id } = partner.user
    const usage = async (instance: TestService) => {
      const shown = await internalClient(instance).limits.get.query({ id })
      expect(shown).toMatchObject({ partnerId: id, partnerName: 'Revenda', usage: { limit: LIMIT, windowSeconds: 60 } })
      expect(shown.usage.isShared).toBe(false)
      return shown.usage.used
    }
    expect(await usage(instances[0])).toBe(0)
    await requests(LIMIT - 1, partner, instances[0])
    expect([await usage(instances[0]), await usage(instances[1])]).toEqual([LIMIT - 1, 0])
    await requests(3, partner, instances[0])
    expect(await usage(instances[0])).toBe(LIMIT)
    await requests(LIMIT + 1, partner, instances[1])

    for (const instance of instances) await instance.stop()
    expect(await limitedPartners()).toContainEqual(listed(partner, 3))
    const { rejections } = await internal.limits.get.query({ id })
    // The requests may have been sent in two minutes.
    expect(rejections.reduce((sum, { requests }) => sum + requests, 0)).toBe(3)
    expect(rejections).toEqual(rejections.map(({ requests }) => ({ minute: MINUTE, requests })))
  })

  it('list partners page by page, and only those with rejected requests in the last minutes', async () => {
    const { stores } = service.database
    const partners = [await partnerOf(service), await partnerOf(service), await partnerOf(service)]
    const [first, second, old] = partners.map(({ user }) => user.partnerId) as [string, string, string]
    const minutesAgo = (minutes: number) => new Date(Math.floor(Date.now() / 60_000 - minutes) * 60_000)
    await stores.rejections.add([
      { partnerId: second, minute: minutesAgo(2), requests: 4 },
      { partnerId: first, minute: minutesAgo(9), requests: 1 },
      { partnerId: first, minute: minutesAgo(5), requests: 2 },
      { partnerId: old, minute: minutesAgo(59), requests: 7 },
    ])
    await stores.rejections.add([{ partnerId: second, minute: minutesAgo(2), requests: 5 }])

    const lately = async (minutes?: number) => {
      const items = await everyPage((cursor) => internal.limits.list.query({ minutes, limit: 1, cursor }))
      return items.filter(({ id }) => [first, second, old].includes(id))
    }
    expect(await lately(20)).toEqual([listed(partners[0]!, 3), listed(partners[1]!, 9)])
    expect(await lately(4)).toEqual([listed(partners[1]!, 9)])
    expect(await lately(61)).toHaveLength(3)
  })

  it("are an operator's until they end: decisions, headers and usage follow, then the default again", async () => {
    const instance = await listenOn(service.database, { RATE_LIMIT_REQUESTS: '12' })
    stops.push(() => instance.stop())
    const [raised, lowered] = [await partnerOf(service), await partnerOf(service)] as const
    const set = ({ user }: PartnerClient, requests: number, until?: string) =>
      internal.partners.setRateLimit.mutate({ id: user.partnerId, rateLimit: { requests, until } })
    const limitOf = async ({ user: { partnerId: id } }: PartnerClient) =>
      (await internalClient(instance).limits.get.query({ id })).usage.limit
    const outcomes = async (count: number, partner: PartnerClient) => {
      const sent = []
      for (let index = 0; index < count; index++) {
        const { status, headers } = await request(partner, instance)
        sent.push(`${status} ${headers.get('ratelimit-policy')}`)
      }
      return sent
    }

    expect(await outcomes(13, raised)).toEqual([
      ...Array(12).fill('200 "default";q=12;w=60'),
      '429 "default";q=12;w=60',
    ])
    const until = new Date(Math.floor(Date.now() / 1000) * 1000 + 300_000)
    const changed = await set(raised, 14, until.toISOString())
    expect(new Date(changed.rateLimit?.until ?? '')).toEqual(until)
    expect(await set(lowered, 10)).toMatchObject({ rateLimit: { requests: 10, until: null } })
    await vi.waitFor(async () => expect([await limitOf(raised), await limitOf(lowered)]).toEqual([14, 10]), 30_000)
    const q14 = '"default";q=14;w=60'
    // The requests before the change count.
    expect(await outcomes(3, raised)).toEqual([`200 ${q14}`, `200 ${q14}`, `429 ${q14}`])
    expect(await outcomes(11, lowered)).toEqual([
      ...Array(10).fill('200 "default";q=10;w=60'),
      '429 "default";q=10;w=60',
    ])

    vi.useFakeTimers({ toFake: ['Date'], now: until })
    stops.push(() => Promise.resolve(void vi.useRealTimers()))
    expect(await outcomes(1, raised)).toEqual(['429 "default";q=12;w=60'])
    expect([await limitOf(raised), await limitOf(lowered)]).toEqual([12, 10])
    expect(await internal.partners.get.query({ id: raised.user.partnerId })).toMatchObject({ rateLimit: null })
  })

  it('stay as read last while the database is unavailable', async () => {
    const { id } = await internal.partners.create.mutate({ name: 'Revenda' })
    await internal.partners.setRateLimit.mutate({ id, rateLimit: { requests: 20 } })
    const { partners } = service.database.stores
    let reads = 0
    const failsLater = {
      rateLimits() {
        reads += 1
        return reads === 1 ? partners.rateLimits() : Promise.reject(new Error('unavailable'))
      },
    }
    const limits = await openPartnerLimits(failsLater, pino({ level: 'silent' }), 20)
    stops.push(() => Promise.resolve(limits.close()))
    await vi.waitFor(() => expect(reads).toBeGreaterThan(2), 30_000)
    expect(limits.limitOf(id)).toBe(20)
  })

  it.each([
    [{ requests: 9 }, { 'rateLimit.requests': ['Deve estar entre 10 e 6000.'] }],
    [{ requests: 6001 }, { 'rateLimit.requests': ['Deve estar entre 10 e 6000.'] }],
    [{ requests: 20, until: '2020-01-01' }, { 'rateLimit.until': ['Deve estar no futuro.'] }],
  ])('cannot be %j', async (rateLimit, details) => {
    const rejected = rejectionOf(internal.partners.setRateLimit.mutate({ id: UNKNOWN_ID, rateLimit }))
    expect(await rejected).toEqual({ status: 422, details })
  })

  it('reject unknown partners and invalid minutes', async () => {
    expect(await rejectionOf(internal.limits.get.query({ id: UNKNOWN_ID }))).toMatchObject({ status: 404 })
    for (const minutes of [0, 1441, 1.5]) {
      const rejection = await rejectionOf(internal.limits.list.query({ minutes }))
      expect(rejection).toMatchObject({ status: 422, details: { minutes: [expect.any(String)] } })
    }
  })

  it('are recorded in batches, also after a failed write, with every rejected request once', async () => {
    const partner = await partnerOf(service)
    const { rejections: real } = service.database.stores
    const writes: number[] = []
    const failsFirst: RejectionStore = {
      add(rejected) {
        writes.push(rejected.reduce((sum, { requests: count }) => sum + count, 0))
        return writes.length === 1 ? Promise.reject(new Error('unavailable')) : real.add(rejected)
      },
    }
    const log = createRejectionLog({ store: failsFirst, logger: pino({ level: 'silent' }), writeIntervalMs: 20 })
    stops.push(() => log.close())
    for (let count = 0; count < 5; count++) log.count(partner.user.partnerId)
    await vi.waitFor(() => expect(writes).toEqual([5, 5]), 30_000)
    await log.close()
    expect(await limitedPartners()).toContainEqual(listed(partner, 5))
  })
})
