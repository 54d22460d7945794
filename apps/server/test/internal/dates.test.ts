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
const TIMES_IN_RANGE = ['1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']
const OUT_OF_RANGE_MESSAGE = 'Deve estar entre 1970-01-01 e 9999-12-31, em UTC.'

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

  interface DateInput {
    procedure: string
    field: string
    call: (date: string) => Promise<unknown>
  }

  /** Every input that may be a day or a time. */
  const dayInputs: DateInput[] = [
    { procedure: 'internal.accounts.list', field: 'from', call: (from) => internal.accounts.list.query({ from }) },
    { procedure: 'internal.accounts.list', field: 'to', call: (to) => internal.accounts.list.query({ to }) },
    { procedure: 'internal.mails.list', field: 'from', call: (from) => internal.mails.list.query({ from }) },
    { procedure: 'internal.mails.list', field: 'to', call: (to) => internal.mails.list.query({ to }) },
    {
      procedure: 'internal.mails.retryMany',
      field: 'from',
      call: (from) => internal.mails.retryMany.mutate({ from, dryRun: true }),
    },
    {
      procedure: 'internal.mails.retryMany',
      field: 'to',
      call: (to) => internal.mails.retryMany.mutate({ to, dryRun: true }),
    },
    { procedure: 'internal.audit.list', field: 'from', call: (from) => internal.audit.list.query({ from }) },
    { procedure: 'internal.audit.list', field: 'to', call: (to) => internal.audit.list.query({ to }) },
    {
      procedure: 'internal.coupons.update',
      field: 'expiresAt',
      call: (expiresAt) => internal.coupons.update.mutate({ code: 'ALWAYS', expiresAt }),
    },
    {
      procedure: 'internal.webhooks.replay',
      field: 'since',
      call: (since) => internal.webhooks.replay.mutate({ id: webhookId, since }),
    },
    {
      procedure: 'internal.webhooks.replay',
      field: 'until',
      call: (until) => internal.webhooks.replay.mutate({ id: webhookId, since: '2026-01-01', until }),
    },
  ]

  /** Every input that must be a time. */
  const timeInputs: DateInput[] = [
    {
      procedure: 'accounts.search',
      field: 'createdFrom',
      call: (createdFrom) => native.accounts.search.query({ createdFrom }),
    },
    {
      procedure: 'accounts.search',
      field: 'createdBefore',
      call: (createdBefore) => native.accounts.search.query({ createdBefore }),
    },
    {
      procedure: 'accounts.export',
      field: 'createdFrom',
      call: (createdFrom) => native.accounts.export.query({ createdFrom }),
    },
    {
      procedure: 'accounts.export',
      field: 'createdBefore',
      call: (createdBefore) => native.accounts.export.query({ createdBefore }),
    },
    { procedure: 'team.listActivity', field: 'from', call: (from) => native.team.listActivity.query({ from }) },
    { procedure: 'team.listActivity', field: 'before', call: (before) => native.team.listActivity.query({ before }) },
  ]

  const expectOutOfRange = async ({ call, field }: DateInput, date: string) =>
    expect([date, await rejectionOf(call(date))]).toEqual([
      date,
      { status: 422, details: { [field]: [OUT_OF_RANGE_MESSAGE] } },
    ])

  it.each([...dayInputs, ...timeInputs])(
    '$procedure accepts the earliest and the latest time as $field',
    async ({ call }) => {
      for (const time of TIMES_IN_RANGE) await call(time)
    },
  )

  it.each([...dayInputs, ...timeInputs])(
    '$procedure returns 422 for times before 1970 or after 9999, and for texts over 40 characters, as $field',
    async (input) => {
      for (const time of TIMES_OUT_OF_RANGE) await expectOutOfRange(input, time)
      // ISO 8601 writes the year 10000 with a sign.
      expect(await rejectionOf(input.call('+010000-01-01T00:00:00Z'))).toMatchObject({ status: 422 })
      const ofFortyOneCharacters = `2026-01-01T00:00:00.${'0'.repeat(20)}Z`
      expect(await rejectionOf(input.call(ofFortyOneCharacters))).toMatchObject({ status: 422 })
    },
  )

  it.each(dayInputs)('$procedure returns 422 for days before 1970 as $field', async (input) => {
    for (const day of DAYS_OUT_OF_RANGE) await expectOutOfRange(input, day)
  })

  it('partners.setRateLimit rejects a limit until the year 10000', async () => {
    // In UTC, it is already the year 10000.
    const until = '9999-12-31T23:59:59-00:01'
    const call = internal.partners.setRateLimit.mutate({
      id: partner.user.partnerId,
      rateLimit: { requests: 120, until },
    })
    expect(await rejectionOf(call)).toMatchObject({ status: 422 })
  })

  it('accounts.export rejects a position after the year 9999', async () => {
    // A position is a creation time in milliseconds and the number of an account.
    const after = '999999999999999.1'
    expect(await rejectionOf(native.accounts.export.query({ after }))).toMatchObject({ status: 422 })
  })

  it('coupons.list returns a coupon that expires at the latest time', async () => {
    await internal.coupons.create.mutate({ code: 'LAST', percentOff: 10, expiresAt: '9999-12-31' })
    const { items } = await internal.coupons.list.query({ limit: 200 })
    expect(items).toContainEqual(expect.objectContaining({ code: 'LAST', expiresAt: '9999-12-31T23:59:59+00:00' }))
  })
})
