import { createIdGenerator } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { outcome, ERRORS } from '../expected-errors.ts'
import {
  accountBody,
  listenOn,
  PROPAGATION_LIMIT_MS,
  sharedService,
  signedIn,
  signedInPartner,
  skipTime,
  type TestService,
} from '../harness.ts'
import {
  addAccount,
  type InternalClient,
  internalClient,
  readEveryPage,
  rejectionOf,
  UNKNOWN_ID,
} from './internal-client.ts'

const newId = createIdGenerator()
const DATETIME: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+00:00$/)
const ANY_ID: unknown = expect.stringMatching(/^[0-9a-f]{24}$/)
const LIVE = { mode: 'live', testOf: null, rateLimit: null }
const NO_COUPON = { status: 404, details: 'Coupon not found.' }
const NO_PARTNER = { status: 404, details: 'Partner not found.' }

let service: TestService
let internal: InternalClient
beforeAll(async () => {
  service = await sharedService()
  internal = internalClient(service)
})

const readEveryPartner = () => readEveryPage((cursor) => internal.partners.list.query({ cursor }))
const findCoupons = async (code: string) =>
  (await readEveryPage((cursor) => internal.coupons.list.query({ cursor }))).filter((coupon) => coupon.code === code)
const findPartners = async (id: string) => (await readEveryPartner()).filter((partner) => partner.id === id)

describe('Coupons', () => {
  it('are created and listed with their limits, and a date as expiry means the end of that day in UTC', async () => {
    const code = newId()
    const created = await internal.coupons.create.mutate({
      code,
      percentOff: 100,
      expiresAt: '2099-12-31',
      maxRedemptions: 1,
    })
    expect(created).toEqual({
      id: ANY_ID,
      code,
      percentOff: 100,
      expiresAt: '2099-12-31T23:59:59+00:00',
      maxRedemptions: 1,
      redemptions: 0,
    })
    expect(await findCoupons(code)).toEqual([created])
    const unlimited = await internal.coupons.create.mutate({ code: `${code}-b`, percentOff: 1 })
    expect(unlimited).toMatchObject({ expiresAt: null, maxRedemptions: null })
  })

  it('have unique codes, also under concurrent creations', async () => {
    const code = newId()
    const create = (percentOff: number) => internal.coupons.create.mutate({ code, percentOff })
    const calls = await Promise.allSettled([create(10), create(20), create(30)])
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const stored = await findCoupons(code)
    expect(stored).toHaveLength(1)
    expect(await rejectionOf(create(40))).toEqual({ status: 409, details: 'A coupon with this code already exists.' })
    expect(await findCoupons(code)).toEqual(stored)
  })

  it.each([
    [{ percentOff: 0 }, { percentOff: ['Deve estar entre 1 e 100.'] }],
    [{ percentOff: 101 }, { percentOff: ['Deve estar entre 1 e 100.'] }],
    [{ percentOff: 12.5 }, { percentOff: ['Deve ser um número inteiro.'] }],
    [{ maxRedemptions: 0 }, { maxRedemptions: ['Deve ser no mínimo 1.'] }],
    [{ expiresAt: '31/12/2099' }, { expiresAt: [expect.stringMatching(/^Deve ser uma data/)] }],
    [{ expiresAt: '2099-02-30' }, { expiresAt: [expect.stringMatching(/^Deve ser uma data/)] }],
    [{ code: 'two words' }, { code: [expect.stringMatching(/^Deve ter de 1 a 64/)] }],
  ])('are rejected with %j', async (changes, details) => {
    const coupon = { code: newId(), percentOff: 10, ...changes }
    expect(await rejectionOf(internal.coupons.create.mutate(coupon))).toEqual({ status: 422, details })
    expect(await findCoupons(coupon.code)).toEqual([])
  })

  it('are redeemed exactly up to their limit by concurrent creations of two partners on two instances', async () => {
    const code = newId()
    await internal.coupons.create.mutate({ code, percentOff: 25, maxRedemptions: 5 })
    const other = await listenOn(service.database)
    const first = await signedInPartner(service)
    const second = await signedInPartner(service)
    for (const { user } of [first, second])
      await internal.partners.setCoupon.mutate({ id: user.partnerId, coupon: code })
    const clients = [first, second, await signedIn(other, first.user), await signedIn(other, second.user)]

    const accounts = await Promise.all(Array.from({ length: 12 }, (_, index) => addAccount(clients[index % 4]!)))
    const shown = await Promise.all(accounts.map(({ id }) => internal.accounts.get.query({ id })))
    const discounts = shown.map(({ subscription: { coupon, percentOff } }) => ({ coupon, percentOff }))
    expect(discounts.filter(({ coupon }) => coupon === code)).toEqual(Array(5).fill({ coupon: code, percentOff: 25 }))
    expect(discounts.filter(({ coupon }) => coupon !== code)).toEqual(Array(7).fill({ coupon: null, percentOff: null }))
    expect(await findCoupons(code)).toMatchObject([{ maxRedemptions: 5, redemptions: 5 }])
    await other.stop()
  })

  it('are applied until they expire or are removed, and accounts keep their discount', async () => {
    const code = newId()
    const expired = newId()
    await internal.coupons.create.mutate({ code, percentOff: 25 })
    await internal.coupons.create.mutate({ code: expired, percentOff: 50, expiresAt: '2020-01-01T00:00:00Z' })
    const partner = await signedInPartner(service)
    const id = partner.user.partnerId
    const addAccountWith = async (coupon: string | null) => {
      expect(await internal.partners.setCoupon.mutate({ id, coupon })).toEqual({
        id,
        name: 'Revenda',
        status: 'active',
        coupon,
        ...LIVE,
      })
      expect(await findPartners(id)).toMatchObject([{ coupon }])
      return (await addAccount(partner)).id
    }
    const subscriptionOf = async (accountId: string) =>
      (await internal.accounts.get.query({ id: accountId })).subscription
    const discounted = await addAccountWith(code)
    const withExpiredCoupon = await addAccountWith(expired)
    const withoutCoupon = await addAccountWith(null)
    expect(await subscriptionOf(discounted)).toMatchObject({ coupon: code, percentOff: 25 })
    for (const account of [withExpiredCoupon, withoutCoupon])
      expect(await subscriptionOf(account)).toMatchObject({ coupon: null, percentOff: null })
  })
})

describe('Partners', () => {
  it('are created and listed, and an unknown coupon or a blank name is rejected', async () => {
    const code = newId()
    await internal.coupons.create.mutate({ code, percentOff: 10 })
    const created = await internal.partners.create.mutate({ name: 'Revenda Sul', coupon: code })
    expect(created).toEqual({ id: ANY_ID, name: 'Revenda Sul', status: 'active', coupon: code, ...LIVE })
    expect(await findPartners(created.id)).toEqual([{ ...created, accounts: 0, createdAt: DATETIME }])
    const [listed] = await findPartners(created.id)
    expect(await internal.partners.get.query({ id: created.id })).toEqual({ ...listed, testPartnerId: null })

    const name = newId()
    expect(await rejectionOf(internal.partners.create.mutate({ name, coupon: newId() }))).toEqual(NO_COUPON)
    expect((await readEveryPartner()).map((partner) => partner.name)).not.toContain(name)
    expect(await rejectionOf(internal.partners.create.mutate({ name: ' ' }))).toEqual({
      status: 422,
      details: { name: ['Não pode estar em branco.'] },
    })
  })

  it('keep their coupon when an unknown coupon is rejected', async () => {
    const coupon = newId()
    await internal.coupons.create.mutate({ code: coupon, percentOff: 25 })
    const { id } = await internal.partners.create.mutate({ name: 'Revenda Sul', coupon })
    expect(await rejectionOf(internal.partners.setCoupon.mutate({ id, coupon: newId() }))).toEqual(NO_COUPON)
    expect(await findPartners(id)).toMatchObject([{ coupon }])
  })

  it.each(['Revenda\nSul', 'Revenda\u2028Sul', 'Revenda\rSul', 'https://evil.example', 'Revenda \u0007'])(
    'and portal users cannot have the name %j, because mails contain their names',
    async (name) => {
      const details = { name: ['Deve ter uma única linha, sem "://".'] }
      const { partners, portalUsers } = internal
      expect(await rejectionOf(partners.create.mutate({ name }))).toEqual({ status: 422, details })
      const { id: partnerId } = await partners.create.mutate({ name: 'Revenda' })
      const invited = { partnerId, email: `${newId()}@revenda.example`, name }
      expect(await rejectionOf(portalUsers.invite.mutate(invited))).toEqual({ status: 422, details })
    },
  )

  it('are suspended and resumed within 10 s on every instance, and a repeated call returns 409', async () => {
    const other = await listenOn(service.database)
    const here = await signedInPartner(service)
    const there = await signedIn(other, here.user)
    const id = here.user.partnerId
    const { suspend, resume } = internal.partners
    const listAccounts = async () => [
      outcome(await here.get('/partner-accounts')),
      outcome(await there.get('/partner-accounts')),
    ]

    for (const { status } of await listAccounts()) expect(status).toBe(200)
    expect(await rejectionOf(resume.mutate({ id }))).toEqual({ status: 409, details: 'The partner is already active.' })
    expect(await suspend.mutate({ id })).toEqual({
      id,
      name: 'Revenda',
      status: 'suspended',
      coupon: null,
      ...LIVE,
    })
    expect(await rejectionOf(suspend.mutate({ id }))).toEqual({
      status: 409,
      details: 'The partner is already suspended.',
    })
    skipTime(PROPAGATION_LIMIT_MS)
    expect(await listAccounts()).toEqual([ERRORS.forbidden, ERRORS.forbidden])
    expect(outcome(await there.post('/partner-accounts', accountBody()))).toEqual(ERRORS.forbidden)
    expect(await resume.mutate({ id })).toMatchObject({ id, status: 'active' })
    skipTime(PROPAGATION_LIMIT_MS)
    for (const { status } of await listAccounts()) expect(status).toBe(200)
    await other.stop()
  })

  it('return 404 for an unknown id', async () => {
    const id = UNKNOWN_ID
    expect(await rejectionOf(internal.partners.suspend.mutate({ id }))).toEqual(NO_PARTNER)
    expect(await rejectionOf(internal.partners.resume.mutate({ id }))).toEqual(NO_PARTNER)
    expect(await rejectionOf(internal.partners.setCoupon.mutate({ id, coupon: null }))).toEqual(NO_PARTNER)
    expect(await rejectionOf(internal.partners.setRateLimit.mutate({ id, rateLimit: null }))).toEqual(NO_PARTNER)
  })
})
