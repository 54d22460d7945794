import type { RejectionStore } from '@partner-accounts/core'
import { pino } from 'pino'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { RejectionLog } from '../../src/rate-limit/rejection-log.ts'
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
    requests,
    lastMinute: MINUTE,
  })
  const limitedPartners = () => everyPage((cursor) => internal.limits.list.query({ cursor, limit: 1 }))

  it('show the current usage of a partner without counting, and the rejected requests of all instances', async () => {
    const instances = [await limited(), await limited()] as const
    const partner = await partnerOf(service)
    const { partnerId: id } = partner.user
    const usage = async (instance: TestService) => {
      const shown = await internalClient(instance).limits.show.query({ id })
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
    const { rejections } = await internal.limits.show.query({ id })
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

  it('reject unknown partners and invalid minutes', async () => {
    expect(await rejectionOf(internal.limits.show.query({ id: UNKNOWN_ID }))).toMatchObject({ status: 404 })
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
    const log = new RejectionLog({ store: failsFirst, logger: pino({ level: 'silent' }), writeIntervalMs: 20 })
    stops.push(() => log.close())
    for (let count = 0; count < 5; count++) log.count(partner.user.partnerId)
    await vi.waitFor(() => expect(writes).toEqual([5, 5]), 30_000)
    await log.close()
    expect(await limitedPartners()).toContainEqual(listed(partner, 5))
  })
})
