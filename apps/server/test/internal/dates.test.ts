import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PartnerClient, signedInPartner, startTestService, type TestService } from '../harness.ts'
import { nativeClient, rejectionOf, type InternalClient, internalClient } from './internal-client.ts'

const TIMES_OUT_OF_RANGE = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '1969-12-31T23:59:59Z',
  '9999-12-31T23:59:59-00:01',
]
const DAYS_OUT_OF_RANGE = ['0000-01-01', '0001-01-01', '1969-12-31']
const IN_RANGE = ['1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']
const OUT_OF_RANGE = 'Deve estar entre 1970-01-01 e 9999-12-31, em UTC.'

describe('Dates', () => {
  let service: TestService
  let internal: InternalClient
  let native: ReturnType<typeof nativeClient>
  let partner: PartnerClient
  let webhookId: string
  beforeAll(async () => {
    service = await startTestService()
    internal = internalClient(service)
    partner = await signedInPartner(service)
    native = nativeClient(service, `Bearer ${partner.token}`)
    const { partnerId } = partner.user
    webhookId = (await internal.webhooks.create.mutate({ partnerId, url: 'http://127.0.0.1:9/events' })).id
    await service.database.prisma.webhookEndpoint.updateMany({ where: { id: webhookId }, data: { status: 'active' } })
    await internal.coupons.create.mutate({ code: 'ALWAYS', percentOff: 10 })
  })
  afterAll(() => service.stop())

  type Call = (date: string) => Promise<unknown>

  /** Every input with a day or a time. */
  const inputs: [name: string, call: Call][] = [
    ['internal.accounts.list from', (from) => internal.accounts.list.query({ from })],
    ['internal.accounts.list to', (to) => internal.accounts.list.query({ to })],
    ['internal.mails.list from', (from) => internal.mails.list.query({ from })],
    ['internal.mails.list to', (to) => internal.mails.list.query({ to })],
    ['internal.mails.retryMany from', (from) => internal.mails.retryMany.mutate({ from, dryRun: true })],
    ['internal.mails.retryMany to', (to) => internal.mails.retryMany.mutate({ to, dryRun: true })],
    ['internal.audit.list from', (from) => internal.audit.list.query({ from })],
    ['internal.audit.list to', (to) => internal.audit.list.query({ to })],
    ['internal.coupons.update expiresAt', (expiresAt) => internal.coupons.update.mutate({ code: 'ALWAYS', expiresAt })],
    ['internal.webhooks.replay since', (since) => internal.webhooks.replay.mutate({ id: webhookId, since })],
    [
      'internal.webhooks.replay until',
      (until) => internal.webhooks.replay.mutate({ id: webhookId, since: '2026-01-01', until }),
    ],
  ]

  /** Inputs with a time. */
  const times: [name: string, call: Call][] = [
    ['accounts.search createdFrom', (createdFrom) => native.accounts.search.query({ createdFrom })],
    ['accounts.search createdBefore', (createdBefore) => native.accounts.search.query({ createdBefore })],
    ['accounts.export createdFrom', (createdFrom) => native.accounts.export.query({ createdFrom })],
    ['accounts.export createdBefore', (createdBefore) => native.accounts.export.query({ createdBefore })],
    ['team.listActivity from', (from) => native.team.listActivity.query({ from })],
    ['team.listActivity before', (before) => native.team.listActivity.query({ before })],
  ]

  it.each([...inputs, ...times])('%s accepts the first and the last time', async (_name, call) => {
    for (const time of IN_RANGE) await call(time)
  })

  it.each([...inputs, ...times])('%s rejects years before 1970 and after 9999 with 422', async (name, call) => {
    const field = name.split(' ')[1] ?? ''
    const rejected = inputs.some(([dateInput]) => dateInput === name)
      ? [...TIMES_OUT_OF_RANGE, ...DAYS_OUT_OF_RANGE]
      : TIMES_OUT_OF_RANGE
    for (const time of rejected) {
      expect([time, await rejectionOf(call(time))]).toEqual([
        time,
        { status: 422, details: { [field]: [OUT_OF_RANGE] } },
      ])
    }
    expect(await rejectionOf(call('+010000-01-01T00:00:00Z'))).toMatchObject({ status: 422 })
    const ofFortyOneCharacters = `2026-01-01T00:00:00.${'0'.repeat(20)}Z`
    expect(await rejectionOf(call(ofFortyOneCharacters))).toMatchObject({ status: 422 })
  })

  it('partners.setRateLimit rejects a limit until the year 10000', async () => {
    const until = '9999-12-31T23:59:59-00:01'
    const set = internal.partners.setRateLimit.mutate({
      id: partner.user.partnerId,
      rateLimit: { requests: 120, until },
    })
    expect(await rejectionOf(set)).toMatchObject({ status: 422 })
  })

  it('accounts.export rejects a position after the year 9999', async () => {
    expect(await rejectionOf(native.accounts.export.query({ after: '999999999999999.1' }))).toMatchObject({
      status: 422,
    })
  })

  it('coupons.list shows a coupon until the last time', async () => {
    await internal.coupons.create.mutate({ code: 'LAST', percentOff: 10, expiresAt: '9999-12-31' })
    const { items } = await internal.coupons.list.query({ limit: 200 })
    expect(items).toContainEqual(expect.objectContaining({ code: 'LAST', expiresAt: '9999-12-31T23:59:59+00:00' }))
  })
})
