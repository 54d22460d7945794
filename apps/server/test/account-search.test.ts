import { beforeAll, describe, expect, it } from 'vitest'
import { accountBody, addPortalUser, type PartnerClient, sharedService, signedInPartner, signIn } from './harness.ts'
import { nativeClient, rejectionOf } from './internal/internal-client.ts'

let partner: PartnerClient
let native: ReturnType<typeof nativeClient>
let ids: string[]
const nativeOf = async ({ token }: Pick<PartnerClient, 'token'>) =>
  nativeClient(await sharedService(), `Bearer ${token}`)

beforeAll(async () => {
  partner = await signedInPartner(await sharedService())
  native = await nativeOf(partner)
  ids = []
  for (const name of ['Casa São João Ltda', 'Oficina do Zé', 'Mercado Avenida SA']) {
    const body = accountBody()
    const { body: created } = await partner.post('/partner-accounts', {
      ...body,
      company_doc: { ...body.company_doc, name },
    })
    ids.push(created._id as string)
  }
})

it('accounts.search returns the accounts with their status, and the total', async () => {
  const { body } = await partner.get(`/partner-accounts/${ids[0]}`)
  expect(await native.accounts.search.query({ query: 'sao joao' })).toEqual({
    items: [
      {
        id: ids[0],
        partnerId: partner.user.partnerId,
        createdAt: body._created,
        name: 'Casa São João Ltda',
        financialEmail: 'financeiro@estrela.example',
        cnpj: '12ABC34501DE35',
        activeEmployees: 0,
        subscriptionEmployees: 12,
        subscriptionFaceIds: 0,
        tradeName: 'Padaria Estrela',
        cpf: null,
        administrator: {
          fullName: 'Maria da Silva',
          email: expect.any(String) as string,
          mobilePhone: '11987654321',
          isActivated: false,
        },
        subscriptionStatus: 'pending',
        apiTokenStatus: 'active',
      },
    ],
    total: 1,
    isTotalExact: true,
    isSimilar: false,
    page: 1,
    pageSize: 25,
  })
})

it('accounts.search applies filters, order and page', async () => {
  /** Returns the positions in `ids` of the accounts found. */
  const search = async (input: Parameters<typeof native.accounts.search.query>[0]) =>
    (await native.accounts.search.query(input)).items.map(({ id }) => ids.indexOf(id))
  expect(await search({})).toEqual([2, 1, 0])
  expect(await search({ order: 'name' })).toEqual([0, 2, 1])
  expect(await search({ order: 'oldest', pageSize: 2, page: 2 })).toEqual([2])
  expect(await search({ subscriptionStatuses: ['active', 'canceled'] })).toEqual([])
  expect(await search({ administratorStatus: 'activated' })).toEqual([])
  expect(await search({ administratorStatus: 'invited', query: 'ofi' })).toEqual([1])
  expect(await search({ createdFrom: '2999-01-01T00:00:00-03:00' })).toEqual([])
  expect(await search({ createdBefore: '2999-01-01T00:00:00-03:00', query: 'mercado' })).toEqual([2])
  const similar = await native.accounts.search.query({ query: 'merkado avnida' })
  expect([similar.isSimilar, similar.items[0]?.name]).toEqual([true, 'Mercado Avenida SA'])
})

it('accounts.export returns the accounts newest first, and continues after the cursor `after` with older accounts', async () => {
  const { items, next } = await native.accounts.export.query({})
  expect(items.map(({ id }) => ids.indexOf(id))).toEqual([2, 1, 0])
  expect(next).toBeNull()
  // The cursor `after` has the time of an account in milliseconds, and its number.
  const exportZe = (after: string) => native.accounts.export.query({ query: 'zé', after })
  expect((await exportZe(`${Date.parse('2999-01-01')}.5`)).items).toHaveLength(1)
  expect((await exportZe(`${Date.parse('1999-01-01')}.5`)).items).toEqual([])
})

it("accounts.findExisting returns the partner's accounts with the given tax IDs or e-mails, and none of another partner", async () => {
  const { items } = await native.accounts.search.query({ query: 'zé' })
  const { id, name, cnpj, cpf, administrator } = items[0]!
  const input = { emails: [administrator.email.toUpperCase(), 'unknown@estrela.example'] }
  expect(await native.accounts.findExisting.mutate(input)).toEqual([
    { id, name, cnpj, cpf, administratorEmail: administrator.email },
  ])
  // All three accounts have this CNPJ. The response has the most recent one.
  const newest = await native.accounts.search.query({ query: cnpj! })
  expect(newest.items).toHaveLength(3)
  expect(await native.accounts.findExisting.mutate({ cnpjs: [cnpj!.toLowerCase()] })).toMatchObject([
    { id: newest.items[0]!.id },
  ])
  const other = await nativeOf(await signedInPartner(await sharedService()))
  expect(await other.accounts.findExisting.mutate({ ...input, cnpjs: [cnpj!], cpfs: ['52998224725'] })).toEqual([])
})

async function expectFields(call: Promise<unknown>, fields: string[]): Promise<void> {
  const { status, details } = await rejectionOf(call)
  expect([status, Object.keys(details as object).sort()]).toEqual([422, fields])
}

describe('an invalid input is rejected with messages per field', () => {
  it.each<[string, Record<string, unknown>]>([
    ['order', { order: 'oldest first' }],
    ['page', { page: 0 }],
    ['page', { page: 1_000_001 }],
    ['pageSize', { pageSize: 101 }],
    ['subscriptionStatuses.0', { subscriptionStatuses: ['lost'] }],
    ['administratorStatus', { administratorStatus: 'lost' }],
    ['createdFrom', { createdFrom: 'yesterday' }],
    ['query', { query: 'x'.repeat(255) }],
  ])('accounts.search: %s', async (field, input) => {
    await expectFields(native.accounts.search.query(input), [field])
  })

  it('a list that is too long, with its maximum', async () => {
    const tooMany = { subscriptionStatuses: Array<'active'>(4).fill('active') }
    expect(await rejectionOf(native.accounts.search.query(tooMany))).toMatchObject({
      details: { subscriptionStatuses: ['Deve ter no máximo 3 itens.'] },
    })
    const cpfs = Array<string>(501).fill('52998224725')
    expect(await rejectionOf(native.accounts.findExisting.mutate({ cpfs }))).toMatchObject({
      details: { cpfs: ['Deve ter no máximo 500 itens.'] },
    })
  })

  // A text that is not a cursor, a time with too many digits, and a number above the maximum of 32 bits.
  it.each(['1;DROP', '1000000000000000.1', '1.2147483648'])('accounts.export: after %s', async (after) => {
    await expectFields(native.accounts.export.query({ after }), ['after'])
  })

  it('accounts.findExisting: invalid tax IDs and e-mails, and too many of them', async () => {
    const input = { cpfs: ['1'], emails: ['x'], cnpjs: Array.from({ length: 501 }, () => '11222333000181') }
    await expectFields(native.accounts.findExisting.mutate(input), ['cnpjs', 'cpfs.0', 'emails.0'])
  })

  it('accounts.findExisting: messages about tax IDs and e-mails that are not texts are localized', async () => {
    const input = { cnpjs: [1], cpfs: [2], emails: [3] } as never
    expect(await rejectionOf(native.accounts.findExisting.mutate(input))).toMatchObject({
      details: {
        'cnpjs.0': ['Deve ser um texto.'],
        'cpfs.0': ['Deve ser um texto.'],
        'emails.0': ['Deve ser um texto.'],
      },
    })
  })
})

it('searches for text that PostgreSQL cannot store, or without a word, find nothing', async () => {
  for (const query of ['\0', '\ud800', '%', "'; --", '\u{1F600}']) {
    expect(await native.accounts.search.query({ query })).toMatchObject({ items: [], total: 0 })
    expect(await native.accounts.export.query({ query })).toEqual({ items: [], next: null })
  }
})

it('searches require the permission accounts:read', async () => {
  const service = await sharedService()
  const user = await addPortalUser(service, { permissions: ['accounts:create'] })
  const denied = await nativeOf({ token: await signIn(service, user) })
  const calls = [
    denied.accounts.search.query({}),
    denied.accounts.export.query({}),
    denied.accounts.findExisting.mutate({}),
  ]
  for (const rejection of await Promise.all(calls.map(rejectionOf))) expect(rejection).toMatchObject({ status: 403 })
})
