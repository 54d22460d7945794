import { createIdGenerator, firstIdAt } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  listenOn,
  newAddress,
  type PartnerClient,
  request,
  signedInPartner,
  startTestService,
  type TestService,
} from '../harness.ts'
import { addAccount, type InternalClient, internalClient, rejectionOf } from './internal-client.ts'

const newId = createIdGenerator()
const DAY_MS = 86_400_000
const ZONE = 'America/Sao_Paulo'

describe('figures.get', () => {
  let service: TestService
  let internal: InternalClient
  let partner: PartnerClient
  let test: PartnerClient
  let numbers = 1_000_000
  beforeAll(async () => {
    service = await startTestService()
    internal = internalClient(service)
    partner = await signedInPartner(service)
    test = await signedInPartner(service, { testOf: partner.user.partnerId })
    return () => service.stop()
  })

  /** Stores accounts that were created at these times of the database. The instance's clock is ten minutes slow. */
  const addAccountsAt = (...times: Date[]) => addAccountsOf(partner, ...times)
  const addAccountsOf = ({ user: { partnerId } }: PartnerClient, ...times: Date[]) =>
    service.database.prisma.account.createMany({
      data: times.map((time) => {
        const number = numbers
        numbers += 1
        const id = firstIdAt(new Date(time.getTime() - 10 * 60_000)).slice(0, 12) + newId().slice(12)
        const employer = { name: 'Padaria', tradeName: 'Padaria', cpf: '52998224725', terms: 'padaria' }
        const administrator = { fullName: 'Maria', email: 'maria@padaria.example', mobilePhone: '11987654321' }
        const account = { id, number, createdAt: time, partnerId, secretHash: new Uint8Array(32) }
        return { ...account, ...employer, ...administrator }
      }),
    })
  const createdOn = async (days: number, timeZone?: string, includeTest?: boolean) =>
    (await internal.figures.get.query({ days, ...(timeZone && { timeZone }), includeTest })).accountsCreated
  const dateIn = (time: Date, timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(time)

  it('counts the accounts of each day in São Paulo, or in another time zone, in every call alike', async () => {
    // Long enough ago that no other test creates accounts on these days.
    const today = Date.parse(dateIn(new Date(), ZONE))
    const midnight = new Date(today - 20 * DAY_MS + 3 * 3_600_000)
    const at = (offsetMs: number) => new Date(midnight.getTime() + offsetMs)
    await addAccountsAt(at(-2), at(-1), at(0), at(1), at(DAY_MS - 1), at(DAY_MS), at(3 * DAY_MS))
    await addAccountsOf(test, at(0), at(DAY_MS))
    const expected: Record<string, number> = { '-1': 2, 0: 3, 1: 1, 3: 1 }
    const days = Array.from({ length: 5 }, (_, index) => ({
      date: dateIn(at((index - 1) * DAY_MS), ZONE),
      accounts: expected[index - 1] ?? 0,
    }))

    for (let call = 0; call < 2; call++) expect((await createdOn(30)).slice(8, 13)).toEqual(days)
    const both = await Promise.all([createdOn(30), createdOn(30)])
    expect(both.map((list) => list.slice(8, 13))).toEqual([days, days])
    // In UTC, the accounts just before and at midnight in São Paulo are of the same day.
    const ofDate = (await createdOn(30, 'UTC')).find(({ date }) => date === dateIn(at(0), 'UTC'))
    expect(ofDate).toMatchObject({ accounts: 4 })
    const withTest = (await createdOn(30, ZONE, true)).slice(8, 13)
    expect(withTest.map(({ accounts }) => accounts)).toEqual([2, 4, 2, 0, 1])
  })

  it('leaves test partners out unless asked', async () => {
    const countsOf = async (includeTest?: boolean) => {
      const shown = await internal.figures.get.query({ days: 2, includeTest })
      const counts = [shown.pendingSubscriptions, shown.limitedPartners].map(({ count }) => count)
      // The day may end during the test.
      return [...counts, shown.accountsCreated.reduce((sum, { accounts }) => sum + accounts, 0)]
    }
    const live = await countsOf()
    const all = await countsOf(true)
    await addAccount(test)
    const { partnerId } = test.user
    await service.database.stores.rejections.add([{ partnerId, minute: new Date(), requests: 2 }])
    expect(await countsOf()).toEqual(live)
    expect(await countsOf(true)).toEqual(all.map((count) => count + 1))
    const limited = async (includeTest?: boolean) =>
      (await internal.limits.list.query({ includeTest })).items.find(({ id }) => id === partnerId)?.mode
    expect([await limited(), await limited(true)]).toEqual([undefined, 'test'])
    await service.database.prisma.rateLimitRejections.deleteMany({ where: { partnerId } })
  })

  it('counts an account once, from its creation on', async () => {
    const countToday = async () => (await createdOn(1)).at(-1)
    const before = await countToday()
    expect(before).toMatchObject({ date: dateIn(new Date(), ZONE) })
    await addAccount(partner)
    // The day may end during the test.
    const total = async () => (await createdOn(2)).reduce((sum, { accounts }) => sum + accounts, 0)
    const counted = await total()
    await addAccountsAt(new Date(Date.now() - 60_000))
    expect(await total()).toBe(counted + 1)
    expect(await total()).toBe(counted + 1)
  })

  it('counts pending work: subscriptions, mails and limited partners', async () => {
    const waiting = async () => {
      const { accountsCreated: created, ...counts } = await internal.figures.get.query()
      expect(created).toHaveLength(30)
      return counts
    }
    const exactly = (count: number) => ({ count, isExact: true })
    const before = await waiting()
    const first = await addAccount(partner)
    const second = await addAccount(partner)
    await addAccount(partner)
    await internal.subscriptions.activate.mutate({ accountId: first.id })
    await internal.subscriptions.cancel.mutate({ accountId: second.id })
    const [mail] = (await internal.mails.list.query()).items
    await service.database.prisma.mail.updateMany({ where: { id: mail!.id }, data: { status: 'failed' } })
    const { rejections } = service.database.stores
    const partnerId = partner.user.partnerId
    await rejections.add([{ partnerId, minute: new Date(Date.now() - 30 * 60_000), requests: 2 }])
    await rejections.add([{ partnerId, minute: new Date(Date.now() - 40 * 60_000), requests: 2 }])
    await rejections.add([{ partnerId: 'f'.repeat(24), minute: new Date(Date.now() - 90 * 60_000), requests: 2 }])

    expect(await waiting()).toEqual({
      pendingSubscriptions: exactly(before.pendingSubscriptions.count + 1),
      queuedMails: exactly(before.queuedMails.count + 1),
      failedMails: exactly(before.failedMails.count + 1),
      limitedPartners: exactly(1),
      oldestQueuedMail: { createdAt: expect.any(String), isDeferred: false },
      rateLimitStore: 'process',
      countsProxiesAsClients: false,
      isOutgoingEnabled: true,
    })
    await service.database.prisma.mail.updateMany({ where: { status: 'queued' }, data: { lastError: '451 later' } })
    expect((await waiting()).oldestQueuedMail?.isDeferred).toBe(true)
    const { records } = service.database.stores
    for (let more = 0; more < 2; more++) await addAccount(partner)
    const capped = await records.waiting({ limitedSince: new Date(0), countTo: 2 })
    expect(capped).toMatchObject({ pendingSubscriptions: 2, queuedMails: 1, failedMails: 1, limitedPartners: 2 })
  })

  it('reports that a proxy forwards requests without being trusted', async () => {
    const untrusting = await listenOn(service.database, {})
    const show = async () => (await internalClient(untrusting).figures.get.query()).countsProxiesAsClients
    expect(await show()).toBe(false)
    await request(untrusting, 'GET', '/partner-accounts', undefined, { 'x-forwarded-for': newAddress() })
    expect(await show()).toBe(true)
    await untrusting.stop()
  })

  it.each([{ days: 0 }, { days: 367 }, { timeZone: 'America/Lua' }, { timeZone: '' }])('rejects %j', async (input) => {
    expect(await rejectionOf(internal.figures.get.query(input))).toEqual({
      status: 422,
      details: { [Object.keys(input)[0]!]: [expect.any(String)] },
    })
  })
})
