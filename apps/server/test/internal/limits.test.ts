import type { RejectionStore } from '@partner-accounts/core'
import { pino } from 'pino'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPartnerLimits } from '../../src/rate-limit/partner-limits.ts'
import { createRejectionLog } from '../../src/rate-limit/rejection-log.ts'
import { listenOn, type PartnerClient, signedInPartner, startTestService, type TestService } from '../harness.ts'
import { readEveryPage, type InternalClient, internalClient, rejectionOf, UNKNOWN_ID } from './internal-client.ts'

const LIMIT = 3
const MINUTE: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00\+00:00$/)

describe('Rate limits of partners', () => {
  let service: TestService
  let internal: InternalClient
  beforeAll(async () => {
    service = await startTestService()
    internal = internalClient(service)
    return () => service.stop()
  })
  const stops: (() => unknown)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })

  /** Starts an instance with a low limit. An instance stores its rejected requests when it stops, at the latest. */
  const startLimited = () => listenOn(service.database, { RATE_LIMIT_REQUESTS: String(LIMIT) })
  const sendRequest = ({ token }: PartnerClient, instance: TestService) =>
    fetch(`${instance.baseUrl}/partner-accounts`, { headers: { authorization: `Bearer ${token}` } })
  const sendRequests = async (count: number, partner: PartnerClient, instance: TestService) => {
    for (let sent = 0; sent < count; sent++) await sendRequest(partner, instance)
  }
  const expectedItem = (partner: PartnerClient, requests: number) => ({
    id: partner.user.partnerId,
    name: 'Revenda',
    status: 'active',
    mode: 'live',
    requests,
    lastMinute: MINUTE,
  })
  const listLimitedPartners = () => readEveryPage((cursor) => internal.limits.list.query({ cursor, limit: 1 }))

  it('limits.get returns the usage on one instance without adding to it, and the rejected requests of all instances', async () => {
    const instances = [await startLimited(), await startLimited()] as const
    const partner = await signedInPartner(service)
    const { partnerId: id } = partner.user
    const readUsage = async (instance: TestService) => {
      const shown = await internalClient(instance).limits.get.query({ id })
      expect(shown).toMatchObject({ partnerId: id, partnerName: 'Revenda', usage: { limit: LIMIT, windowSeconds: 60 } })
      expect(shown.usage.isShared).toBe(false)
      return shown.usage.used
    }
    expect(await readUsage(instances[0])).toBe(0)
    await sendRequests(LIMIT - 1, partner, instances[0])
    expect([await readUsage(instances[0]), await readUsage(instances[1])]).toEqual([LIMIT - 1, 0])
    // The first of these requests is admitted, the others are rejected.
    await sendRequests(3, partner, instances[0])
    expect(await readUsage(instances[0])).toBe(LIMIT)
    // The last of these requests is rejected.
    await sendRequests(LIMIT + 1, partner, instances[1])

    for (const instance of instances) await instance.stop()
    expect(await listLimitedPartners()).toContainEqual(expectedItem(partner, 3))
    const { rejections } = await internal.limits.get.query({ id })
    // There are two entries if a minute ended between the requests.
    expect(rejections.reduce((sum, { requests }) => sum + requests, 0)).toBe(3)
    expect(rejections).toEqual(rejections.map(({ requests }) => ({ minute: MINUTE, requests })))
  })

  it('limits.list returns partners with rejected requests in the given number of minutes, page by page', async () => {
    const { stores } = service.database
    const partners = [await signedInPartner(service), await signedInPartner(service), await signedInPartner(service)]
    const first = partners[0]!.user.partnerId
    const second = partners[1]!.user.partnerId
    const old = partners[2]!.user.partnerId
    const minutesAgo = (minutes: number) => new Date(Math.floor(Date.now() / 60_000 - minutes) * 60_000)
    await stores.rejections.add([
      { partnerId: second, minute: minutesAgo(2), requests: 4 },
      { partnerId: first, minute: minutesAgo(9), requests: 1 },
      { partnerId: first, minute: minutesAgo(5), requests: 2 },
      { partnerId: old, minute: minutesAgo(59), requests: 7 },
    ])
    await stores.rejections.add([{ partnerId: second, minute: minutesAgo(2), requests: 5 }])

    const listSince = async (minutes: number) => {
      const items = await readEveryPage((cursor) => internal.limits.list.query({ minutes, limit: 1, cursor }))
      return items.filter(({ id }) => [first, second, old].includes(id))
    }
    expect(await listSince(20)).toEqual([expectedItem(partners[0]!, 3), expectedItem(partners[1]!, 9)])
    expect(await listSince(4)).toEqual([expectedItem(partners[1]!, 9)])
    expect(await listSince(61)).toHaveLength(3)
  })

  it('partners.setRateLimit sets a limit until a time: decisions, headers and usage follow, then the default applies again', async () => {
    const instance = await listenOn(service.database, { RATE_LIMIT_REQUESTS: '12' })
    stops.push(() => instance.stop())
    const raised = await signedInPartner(service)
    const lowered = await signedInPartner(service)
    const setLimit = ({ user }: PartnerClient, requests: number, until?: string) =>
      internal.partners.setRateLimit.mutate({ id: user.partnerId, rateLimit: { requests, until } })
    const limitOf = async ({ user: { partnerId: id } }: PartnerClient) =>
      (await internalClient(instance).limits.get.query({ id })).usage.limit
    const readOutcomes = async (count: number, partner: PartnerClient) => {
      const outcomes = []
      for (let sent = 0; sent < count; sent++) {
        const { status, headers } = await sendRequest(partner, instance)
        outcomes.push(`${status} ${headers.get('ratelimit-policy')}`)
      }
      return outcomes
    }
    const policy = (limit: number) => `"default";q=${limit};w=60`

    expect(await readOutcomes(13, raised)).toEqual([...Array(12).fill(`200 ${policy(12)}`), `429 ${policy(12)}`])
    const wholeSecond = Math.floor(Date.now() / 1000) * 1000
    const until = new Date(wholeSecond + 300_000)
    const changed = await setLimit(raised, 14, until.toISOString())
    expect(new Date(changed.rateLimit?.until ?? '')).toEqual(until)
    expect(await setLimit(lowered, 10)).toMatchObject({ rateLimit: { requests: 10, until: null } })
    await vi.waitFor(async () => expect([await limitOf(raised), await limitOf(lowered)]).toEqual([14, 10]), 30_000)
    // The 12 requests before the change count.
    expect(await readOutcomes(3, raised)).toEqual([`200 ${policy(14)}`, `200 ${policy(14)}`, `429 ${policy(14)}`])
    expect(await readOutcomes(11, lowered)).toEqual([...Array(10).fill(`200 ${policy(10)}`), `429 ${policy(10)}`])

    // Only the date changes. For the limiter's clock, all requests are still in the same window.
    vi.useFakeTimers({ toFake: ['Date'], now: until })
    stops.push(() => vi.useRealTimers())
    expect(await readOutcomes(1, raised)).toEqual([`429 ${policy(12)}`])
    expect([await limitOf(raised), await limitOf(lowered)]).toEqual([12, 10])
    expect(await internal.partners.get.query({ id: raised.user.partnerId })).toMatchObject({ rateLimit: null })
  })

  it('a set limit stays in force while the database is unavailable', async () => {
    const { id } = await internal.partners.create.mutate({ name: 'Revenda' })
    await internal.partners.setRateLimit.mutate({ id, rateLimit: { requests: 20 } })
    const { partners } = service.database.stores
    let reads = 0
    const failingAfterFirstRead = {
      rateLimits() {
        reads += 1
        return reads === 1 ? partners.rateLimits() : Promise.reject(new Error('unavailable'))
      },
    }
    const refreshIntervalMs = 20
    const limits = await openPartnerLimits(failingAfterFirstRead, pino({ level: 'silent' }), refreshIntervalMs)
    stops.push(() => limits.close())
    await vi.waitFor(() => expect(reads).toBeGreaterThan(2), 30_000)
    expect(limits.limitOf(id)).toBe(20)
  })

  it.each([
    [{ requests: 9 }, { 'rateLimit.requests': ['Deve estar entre 10 e 6000.'] }],
    [{ requests: 6001 }, { 'rateLimit.requests': ['Deve estar entre 10 e 6000.'] }],
    [{ requests: 20, until: '2020-01-01' }, { 'rateLimit.until': ['Deve estar no futuro.'] }],
  ])('partners.setRateLimit rejects %j', async (rateLimit, details) => {
    const rejected = rejectionOf(internal.partners.setRateLimit.mutate({ id: UNKNOWN_ID, rateLimit }))
    expect(await rejected).toEqual({ status: 422, details })
  })

  it('limits.get returns 404 for an unknown partner, and limits.list 422 for invalid minutes', async () => {
    expect(await rejectionOf(internal.limits.get.query({ id: UNKNOWN_ID }))).toMatchObject({ status: 404 })
    for (const minutes of [0, 1441, 1.5]) {
      const rejection = await rejectionOf(internal.limits.list.query({ minutes }))
      expect(rejection).toMatchObject({ status: 422, details: { minutes: [expect.any(String)] } })
    }
  })

  it('createRejectionLog stores rejected requests in batches, each request once, also after a failed write', async () => {
    const partner = await signedInPartner(service)
    const { rejections } = service.database.stores
    const writes: number[] = []
    const failingFirst: RejectionStore = {
      add(rejected) {
        writes.push(rejected.reduce((sum, { requests: count }) => sum + count, 0))
        return writes.length === 1 ? Promise.reject(new Error('unavailable')) : rejections.add(rejected)
      },
    }
    const log = createRejectionLog({ store: failingFirst, logger: pino({ level: 'silent' }), writeIntervalMs: 20 })
    stops.push(() => log.close())
    for (let count = 0; count < 5; count++) log.count(partner.user.partnerId)
    await vi.waitFor(() => expect(writes).toEqual([5, 5]), 30_000)
    await log.close()
    expect(await listLimitedPartners()).toContainEqual(expectedItem(partner, 5))
  })
})
