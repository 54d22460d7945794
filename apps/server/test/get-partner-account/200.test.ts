import { beforeAll, describe, expect, it } from 'vitest'
import {
  accountBody,
  type PartnerClient,
  sharedService,
  signedInPartner,
  type TestService,
  expectedAccount,
} from '../harness.ts'
import { changedBody } from '../post-partner-accounts/changed-body.ts'

interface Created {
  _id: string
  api_token: string
  secret: string
}

describe('GET /partner-accounts/{account_id} returns 200', () => {
  let service: TestService
  let partner: PartnerClient
  let created: Created
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
    created = await create()
  })

  const create = async (changes: Record<string, unknown> = {}) =>
    (await partner.post('/partner-accounts', changedBody(changes))).body as Created
  const read = async (identifier: string, headers?: Record<string, string>) => {
    const { status, body } = await partner.get(`/partner-accounts/${identifier}`, headers)
    expect(status).toBe(200)
    return body as Record<string, unknown>
  }
  describe('by id', () => {
    it('in lower and upper case, with or without a trailing slash', async () => {
      for (const id of [created._id, created._id.toUpperCase(), `${created._id}/`, `${created._id}?page=2`]) {
        expect(await read(id)).toEqual(expectedAccount(created._id))
      }
    })

    it('with unnecessary percent-encoding', async () => {
      const encoded = [...created._id].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('')
      expect(await read(encoded)).toEqual(expectedAccount(created._id))
    })

    it('in the path, regardless of an account_id in the query', async () => {
      expect(await read(`${created._id}?account_id=65f04c1e9b2d3a7f80c1e5a2`)).toEqual(expectedAccount(created._id))
    })
  })

  it('with a stored name that is longer than the limit for new names, as does the list', async () => {
    const another = await signedInPartner(service)
    const { _id } = (await another.post('/partner-accounts', accountBody())).body
    const name = 'x'.repeat(10_000)
    await service.database.prisma.account.updateMany({ where: { id: _id }, data: { name } })
    expect((await another.get(`/partner-accounts/${_id}`)).body).toEqual({ ...expectedAccount(_id), name })
    expect((await another.get('/partner-accounts')).body._items).toEqual([{ ...expectedAccount(_id), name }])
  })

  describe('by tax ID', () => {
    it.each(['AB12CD34EF5600', 'ab12cd34ef5600', 'aB12Cd34eF5600'])('CNPJ %s, regardless of case', async (cnpj) => {
      const { _id } = await create({ 'company_doc.cnpj': 'AB12CD34EF5600' })
      expect(await read(cnpj)).toEqual({ ...expectedAccount(_id), cnpj: 'AB12CD34EF5600' })
    })

    it('CPF, with a CNPJ of null', async () => {
      const { _id } = await create({ 'company_doc.cnpj': undefined, 'company_doc.cpf': '01234567890' })
      expect(await read('01234567890')).toEqual({ ...expectedAccount(_id), cnpj: null })
    })

    it('for the most recent of several accounts that share it', async () => {
      const cnpj = '11222333000144'
      await create({ 'company_doc.cnpj': cnpj })
      const latest = await create({ 'company_doc.cnpj': cnpj, 'company_doc.name': 'Filial' })
      await create()
      expect(await read(cnpj)).toEqual({ ...expectedAccount(latest._id), cnpj, name: 'Filial' })
    })

    it("for the partner's account, although another partner has a later one", async () => {
      const cnpj = '55666777000188'
      const { _id } = await create({ 'company_doc.cnpj': cnpj })
      const other = await signedInPartner(service)
      await other.post('/partner-accounts', changedBody({ 'company_doc.cnpj': cnpj }))
      expect(await read(cnpj)).toEqual({ ...expectedAccount(_id), cnpj })
    })
  })

  describe('with X-Secret', () => {
    it('and the api_token when the secret is right, by id and by tax ID', async () => {
      const cnpj = '99888777000166'
      const { _id, secret, api_token } = await create({ 'company_doc.cnpj': cnpj })
      for (const identifier of [_id, cnpj]) {
        expect(await read(identifier, { 'x-secret': secret })).toEqual({ ...expectedAccount(_id), cnpj, api_token })
      }
    })

    it('without the api_token when the secret is wrong', async () => {
      const other = await create()
      const { secret, api_token } = created
      const wrong = ['', 'x', other.secret, api_token, secret.toUpperCase(), `${secret}x`, secret.slice(0, -1)]
      for (const value of [...wrong, `${secret}, x`, `Bearer ${secret}`, 'x'.repeat(4000), 'ÿ', 'undefined']) {
        expect(await read(created._id, { 'x-secret': value })).toEqual(expectedAccount(created._id))
      }
    })

    it('without the api_token when the secret is in the query, a cookie or another header', async () => {
      const { _id, secret } = created
      expect(await read(`${_id}?X-Secret=${secret}&secret=${secret}`)).toEqual(expectedAccount(_id))
      expect(await read(_id, { secret, cookie: `X-Secret=${secret}` })).toEqual(expectedAccount(_id))
    })

    it('and an api_token of null for the right secret after the token is revoked, and no api_token for a wrong one', async () => {
      const { _id, secret } = await create()
      const revoked = { apiTokenHash: null, sealedApiToken: null }
      await service.database.prisma.account.updateMany({ where: { id: _id }, data: revoked })
      expect(await read(_id, { 'x-secret': secret })).toEqual({ ...expectedAccount(_id), api_token: null })
      expect(await read(_id, { 'x-secret': created.secret })).toEqual(expectedAccount(_id))
      expect(await read(_id)).toEqual(expectedAccount(_id))
    })
  })

  it('with the reported employees, the contracted employees without canceled subscriptions, and the face ids of the active one', async () => {
    const { _id } = await create()
    const { prisma } = service.database
    const addSubscription = (status: 'active' | 'canceled', employees: number, faceIds: number) =>
      prisma.subscription.createMany({
        data: { id: `${_id}-${status}`, partnerId: partner.user.partnerId, accountId: _id, status, employees, faceIds },
      })
    await addSubscription('active', 30, 7)
    await addSubscription('canceled', 400, 9)
    await prisma.account.updateMany({ where: { id: _id }, data: { activeEmployees: 5 } })
    expect(await read(_id)).toEqual({
      ...expectedAccount(_id),
      active_employees: 5,
      // 12 of the pending subscription, and 30 of the active one.
      subscription_employees: 42,
      subscription_face_ids: 7,
    })
  })

  it('with _created in UTC and whole seconds', async () => {
    const { _id } = await create()
    const createdAt = new Date('2026-03-05T14:07:31.999Z')
    await service.database.prisma.account.updateMany({ where: { id: _id }, data: { createdAt } })
    expect(await read(_id)).toEqual({ ...expectedAccount(_id), _created: '2026-03-05T14:07:31+00:00' })
  })

  it('with a financial_email of null when none was sent', async () => {
    const { _id } = await create({ 'company_doc.financial_email': undefined })
    expect(await read(_id)).toEqual({ ...expectedAccount(_id), financial_email: null })
  })
})
