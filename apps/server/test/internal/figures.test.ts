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
import { addAccount, type InternalClient, internalClient, rejectionOf, UNKNOWN_ID } from './internal-client.ts'

const newId = createIdGenerator()
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const ZONE = 'America/Sao_Paulo'

describe('figures.get', () => {
  let service: TestService
  let internal: InternalClient
  let partner: PartnerClient
  let testPartner: PartnerClient
  /** Higher than any number that the service assigns. */
  let nextNumber = 1_000_000
  beforeAll(async () => {
    service = await startTestService()
    internal = internalClient(service)
    partner = await signedInPartner(service)
    testPartner = await signedInPartner(service, { testOf: partner.user.partnerId })
    return () => service.stop()
  })

  /** Adds accounts with these creation times. Their ids are older, as if the instance's clock were ten minutes slow. */
  const addAccounts = ({ user: { partnerId } }: PartnerClient, ...times: Date[]) =>
    service.database.prisma.account.createMany({
      data: times.map((time) => {
        const number = nextNumber
        nextNumber += 1
        // The first 12 digits of an id are its time.
        const id = firstIdAt(new Date(time.getTime() - 10 * MINUTE_MS)).slice(0, 12) + newId().slice(12)
        const employer = { name: 'Padaria', tradeName: 'Padaria', cpf: '52998224725', terms: 'padaria' }
        const administrator = { fullName: 'Maria', email: 'maria@padaria.example', mobilePhone: '11987654321' }
        const account = { id, number, createdAt: time, partnerId, secretHash: new Uint8Array(32) }
        return { ...account, ...employer, ...administrator }
      }),
    })
  const listCreated = async (input: { days: number; timeZone?: string; includeTest?: boolean | undefined }) =>
    (await internal.figures.get.query(input)).accountsCreated
  /** Counts the accounts of two days, because the first one may end during the test. */
  const countLatest = async (includeTest?: boolean) =>
    (await listCreated({ days: 2, includeTest })).reduce((sum, { accounts }) => sum + accounts, 0)
  const dateIn = (time: Date, timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(time)

  it('counts the accounts of each day in São Paulo or another time zone, the same in each call', async () => {
    // No other test creates accounts on days that are so long ago.
    const today = Date.parse(dateIn(new Date(), ZONE))
    // Midnight in São Paulo is 03:00 in UTC.
    const midnight = new Date(today - 20 * DAY_MS + 3 * HOUR_MS)
    const at = (offsetMs: number) => new Date(midnight.getTime() + offsetMs)
    await addAccounts(partner, at(-2), at(-1), at(0), at(1), at(DAY_MS - 1), at(DAY_MS), at(3 * DAY_MS))
    await addAccounts(testPartner, at(0), at(DAY_MS))
    const dates = [-1, 0, 1, 2, 3].map((day) => dateIn(at(day * DAY_MS), ZONE))
    const countsIn = (list: Awaited<ReturnType<typeof listCreated>>) =>
      list.filter(({ date }) => dates.includes(date)).map(({ accounts }) => accounts)

    const expected = [2, 3, 1, 0, 1]
    for (let call = 0; call < 2; call++) expect(countsIn(await listCreated({ days: 30 }))).toEqual(expected)
    const concurrent = await Promise.all([listCreated({ days: 30 }), listCreated({ days: 30 })])
    expect(concurrent.map(countsIn)).toEqual([expected, expected])
    const withTest = await listCreated({ days: 30, timeZone: ZONE, includeTest: true })
    expect(countsIn(withTest)).toEqual([2, 4, 2, 0, 1])
    // In UTC, the two accounts before midnight in São Paulo and the two after it are of the same day.
    const inUtc = await listCreated({ days: 30, timeZone: 'UTC' })
    expect(inUtc).toContainEqual({ date: dateIn(at(0), 'UTC'), accounts: 4 })
  })

  it('leaves test partners out unless asked', async () => {
    const readCounts = async (includeTest?: boolean) => {
      const figures = await internal.figures.get.query({ days: 2, includeTest })
      const created = await countLatest(includeTest)
      return [figures.pendingSubscriptions.count, figures.limitedPartners.count, created]
    }
    const live = await readCounts()
    const all = await readCounts(true)
    await addAccount(testPartner)
    const { partnerId } = testPartner.user
    await service.database.stores.rejections.add([{ partnerId, minute: new Date(), requests: 2 }])
    expect(await readCounts()).toEqual(live)
    expect(await readCounts(true)).toEqual(all.map((count) => count + 1))
    const findListedMode = async (includeTest?: boolean) =>
      (await internal.limits.list.query({ includeTest })).items.find(({ id }) => id === partnerId)?.mode
    expect([await findListedMode(), await findListedMode(true)]).toEqual([undefined, 'test'])
    // Another test counts all partners with rejections.
    await service.database.prisma.rateLimitRejections.deleteMany({ where: { partnerId } })
  })

  it('counts an account once, from its creation on', async () => {
    expect((await listCreated({ days: 1 })).at(-1)).toMatchObject({ date: dateIn(new Date(), ZONE) })
    const before = await countLatest()
    await addAccount(partner)
    expect(await countLatest()).toBe(before + 1)
    await addAccounts(partner, new Date(Date.now() - MINUTE_MS))
    for (let call = 0; call < 2; call++) expect(await countLatest()).toBe(before + 2)
  })

  it('counts pending work: subscriptions, mails and limited partners', async () => {
    const readPending = async () => {
      const { accountsCreated: created, ...counts } = await internal.figures.get.query()
      expect(created).toHaveLength(30)
      return counts
    }
    const exactly = (count: number) => ({ count, isExact: true })
    const before = await readPending()
    const first = await addAccount(partner)
    const second = await addAccount(partner)
    await addAccount(partner)
    await internal.subscriptions.activate.mutate({ accountId: first.id })
    await internal.subscriptions.cancel.mutate({ accountId: second.id })
    // The activation queued two mails, and one of them fails.
    const [mail] = (await internal.mails.list.query()).items
    await service.database.prisma.mail.updateMany({ where: { id: mail!.id }, data: { status: 'failed' } })
    const { rejections } = service.database.stores
    const partnerId = partner.user.partnerId
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)
    await rejections.add([{ partnerId, minute: minutesAgo(30), requests: 2 }])
    await rejections.add([{ partnerId, minute: minutesAgo(40), requests: 2 }])
    // Only the last hour counts.
    await rejections.add([{ partnerId: UNKNOWN_ID, minute: minutesAgo(90), requests: 2 }])

    expect(await readPending()).toEqual({
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
    expect((await readPending()).oldestQueuedMail?.isDeferred).toBe(true)
    // Counts stop at `countTo`. Since 1970, the two partners above were limited.
    const { records } = service.database.stores
    for (let more = 0; more < 2; more++) await addAccount(partner)
    const capped = await records.waiting({ limitedSince: new Date(0), countTo: 2 })
    expect(capped).toMatchObject({ pendingSubscriptions: 2, queuedMails: 1, failedMails: 1, limitedPartners: 2 })
  })

  it('reports that a proxy forwards requests without being trusted', async () => {
    const withoutTrustedProxies = await listenOn(service.database, {})
    const readWarning = async () =>
      (await internalClient(withoutTrustedProxies).figures.get.query()).countsProxiesAsClients
    expect(await readWarning()).toBe(false)
    await request(withoutTrustedProxies, 'GET', '/partner-accounts', undefined, { 'x-forwarded-for': newAddress() })
    expect(await readWarning()).toBe(true)
    await withoutTrustedProxies.stop()
  })

  it.each([{ days: 0 }, { days: 367 }, { timeZone: 'America/Lua' }, { timeZone: '' }])('rejects %j', async (input) => {
    expect(await rejectionOf(internal.figures.get.query(input))).toEqual({
      status: 422,
      details: { [Object.keys(input)[0]!]: [expect.any(String)] },
    })
  })
})
