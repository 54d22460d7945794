import { STATES } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountBody, type PartnerClient, sharedService, signedInPartner, type TestService } from '../harness.ts'
import { changedBody } from './changed-body.ts'

describe('POST /partner-accounts returns 200', () => {
  let service: TestService
  let partner: PartnerClient
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
  })

  const expectedResult = {
    _id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
    api_token: expect.stringMatching(/^pat_[\w-]{43}$/) as string,
    secret: expect.stringMatching(/^pas_[\w-]{43}$/) as string,
  }
  const create = async (body: unknown, headers?: Record<string, string>) => {
    const response = await partner.post('/partner-accounts', body, headers)
    expect({ status: response.status, body: response.body as unknown }).toEqual({ status: 200, body: expectedResult })
    return response.body as { _id: string; api_token: string; secret: string }
  }
  const findStored = (id: string) =>
    service.database.prisma.account.findFirstOrThrow({
      where: { id },
      include: { units: true, workSchedules: true, subscriptions: true },
    })

  it('with a new id, token and secret each time', async () => {
    const one = await create(accountBody())
    const other = await create(accountBody())
    expect(one._id < other._id).toBe(true)
    expect(one.api_token).not.toBe(other.api_token)
    expect(one.secret).not.toBe(other.secret)
  })

  it('and stores a subscription, an administrator, an employer, a unit and a sample schedule', async () => {
    const body = accountBody()
    const { _id } = await create(body)
    const account = await findStored(_id)
    expect(account).toMatchObject({
      partnerId: partner.user.partnerId,
      name: 'Padaria Estrela Ltda',
      tradeName: 'Padaria Estrela',
      cpf: null,
      cnpj: '12ABC34501DE35',
      financialEmail: 'financeiro@estrela.example',
      fullName: 'Maria da Silva',
      email: body.email,
      mobilePhone: '11987654321',
      passwordHash: null,
      activationTokenHash: null,
      activationExpiresAt: null,
    })
    expect(account.units).toMatchObject([
      {
        name: 'Padaria Estrela',
        cep: '01310100',
        streetName: 'Avenida Paulista',
        streetNumber: '1578',
        neighborhood: 'Bela Vista',
        complement: 'Conjunto 12',
        state: 'SP',
        city: 'São Paulo',
      },
    ])
    expect(account.workSchedules).toHaveLength(1)
    expect(account.workSchedules[0]?.days).toHaveLength(5)
    expect(account.subscriptions).toMatchObject([
      { status: 'pending', employees: 12, faceIds: 0, couponId: null, percentOff: null, activatedAt: null },
    ])
  })

  it('and stores neither secret nor token in readable form', async () => {
    const { _id, api_token, secret } = await create(accountBody())
    const { secretHash, apiTokenHash, sealedApiToken } = await findStored(_id)
    for (const bytes of [secretHash, apiTokenHash, sealedApiToken]) {
      const text = Buffer.from(bytes ?? []).toString('latin1')
      expect(text).not.toBe('')
      for (const credential of [api_token, secret]) {
        expect(text).not.toContain(credential)
        const encodedPart = credential.slice('pat_'.length)
        expect(text).not.toContain(Buffer.from(encodedPart, 'base64url').toString('latin1'))
      }
    }
  })

  const astral = '𝒜'
  it.each<[string, Record<string, unknown>]>([
    ['1 employee', { employees_quantity: 1 }],
    ['5000 employees', { employees_quantity: 5000 }],
    ['a name of 200 characters', { full_name: 'ã'.repeat(200) }],
    ['a name of 200 characters outside the BMP', { full_name: astral.repeat(200) }],
    ['a street number of 6 characters', { 'company_doc.address.street_number': `12 b/${astral}` }],
    ['text with quotes, backslashes and line ends', { 'company_doc.name': `"'\\\n'; DROP TABLE accounts; --` }],
    ['a name with invisible characters between visible ones', { full_name: 'Ana\u200b \u{1f469}\u200d\u{1f4bb}' }],
    ['a phone of 10 digits', { mobile_phone: '1132654321' }],
    ['a phone of 15 digits', { mobile_phone: '005511987654321' }],
    ['a CPF with wrong check digits', { 'company_doc.cnpj': undefined, 'company_doc.cpf': '00000000000' }],
    ['a CNPJ of digits with wrong check digits', { 'company_doc.cnpj': '00000000000000' }],
    ['a CNPJ of letters', { 'company_doc.cnpj': 'ABCDEFGHIJKL99' }],
    ['no optional field', { 'company_doc.financial_email': undefined, 'company_doc.address.complement': undefined }],
    [
      'null in every optional field',
      { 'company_doc.cpf': null, 'company_doc.financial_email': null, 'company_doc.address.complement': null },
    ],
    [
      'an empty text in every optional field',
      { 'company_doc.cpf': '', 'company_doc.financial_email': '', 'company_doc.address.complement': '' },
    ],
    ['an empty text instead of a CNPJ', { 'company_doc.cnpj': '', 'company_doc.cpf': '52998224725' }],
    ['null instead of a CNPJ', { 'company_doc.cnpj': null, 'company_doc.cpf': '52998224725' }],
    ['unknown fields', { _id: 'x', 'company_doc.vat': 1, constructor: null, ['__proto__']: { a: 1 } }],
  ])('for %s', async (_case, changes) => {
    await create(changedBody(changes))
  })

  it('for 20,000 nested lists in an unknown field', async () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    await create(JSON.stringify({ ...accountBody(), deep: 'deep' }).replace('"deep":"deep"', `"deep":${deep}`))
  })

  it('and treats null or an empty text in an optional field like an absent field', async () => {
    for (const value of [undefined, null, '']) {
      const { _id } = await create(
        changedBody({ 'company_doc.financial_email': value, 'company_doc.address.complement': value }),
      )
      const { financialEmail, units } = await findStored(_id)
      expect([financialEmail, units[0]?.complement]).toEqual([null, null])
    }
  })

  it('for each of the 27 states', async () => {
    const all = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ')
    expect(STATES).toEqual(all)
    for (const state of all) await create(changedBody({ 'company_doc.address.state': state }))
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense', 'application/json; charset=latin1'])(
    'for JSON with Content-Type: %s',
    async (contentType) => {
      await create(accountBody(), { 'content-type': contentType })
    },
  )
})
