import { beforeAll, describe, expect, it } from 'vitest'
import { outcome, ERRORS } from './expected-errors.ts'
import { accountBody, type PartnerClient, sharedService, signedInPartner, type TestService } from './harness.ts'
import { validCalls } from './internal/valid-calls.ts'
import { addAccount } from './internal/internal-client.ts'

/** An account, with the partner that created it and its credentials. */
interface OwnedAccount {
  partner: PartnerClient
  id: string
  secret: string
  apiToken: string
}

const PARTNERS = [0, 1, 2]
const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 2],
  [2, 0],
  [2, 1],
] as const
/** Tax IDs that differ for each partner. */
const OWN_TAX_IDS = PARTNERS.map((partner) => ({ cnpj: `${partner}APART4501DE35`, cpf: `7531598642${partner}` }))
/** Tax IDs that every partner has an account with. */
const SHARED_TAX_IDS = { cnpj: '9SHARED4501D35', cpf: '98765432109' }
const FORMS = ['id', 'cnpj', 'cnpj in lower case', 'cpf'] as const

describe('Of three partners', () => {
  let service: TestService
  /** For each partner, the account of a company and of a person. */
  let owned: { company: OwnedAccount; person: OwnedAccount }[]
  beforeAll(async () => {
    service = await sharedService()
    owned = await Promise.all(
      OWN_TAX_IDS.map(async ({ cnpj, cpf }) => {
        const partner = await signedInPartner(service)
        return { company: await create(partner, { cnpj }), person: await create(partner, { cpf }) }
      }),
    )
  })

  async function create(partner: PartnerClient, taxId: { cnpj: string } | { cpf: string }): Promise<OwnedAccount> {
    const sent = accountBody()
    const company_doc = { ...sent.company_doc, cnpj: undefined, ...taxId }
    const { status, body } = await partner.post('/partner-accounts', { ...sent, company_doc })
    expect(status).toBe(200)
    return { partner, id: body._id, secret: body.secret, apiToken: body.api_token }
  }
  const identifierOf = (owner: number, form: (typeof FORMS)[number]) =>
    ({
      id: owned[owner]!.company.id,
      cnpj: OWN_TAX_IDS[owner]!.cnpj,
      'cnpj in lower case': OWN_TAX_IDS[owner]!.cnpj.toLowerCase(),
      cpf: OWN_TAX_IDS[owner]!.cpf,
    })[form]

  describe.each(PAIRS)('partner %i gets from partner %i', (own, other) => {
    it.each(FORMS)('no account by its %s, even with its secret', async (form) => {
      const { partner } = owned[own]!.company
      const { secret } = owned[other]![form === 'cpf' ? 'person' : 'company']
      for (const headers of [{}, { 'x-secret': secret }, { 'x-secret': owned[own]!.company.secret }]) {
        const path = `/partner-accounts/${identifierOf(other, form)}`
        expect(outcome(await partner.get(path, headers))).toEqual(ERRORS.accountNotFound)
      }
      // The owner gets the account.
      const owner = owned[other]!.company.partner
      const ownResponse = await owner.get(`/partner-accounts/${identifierOf(other, form)}`, { 'x-secret': secret })
      expect(ownResponse.body.api_token).toMatch(/^pat_/)
    })

    it('no account in its list or total', async () => {
      const { body } = await owned[own]!.company.partner.get('/partner-accounts?max_results=100')
      const ids = body._items.map(({ _id }: { _id: string }) => _id)
      for (const { id } of Object.values(owned[other]!)) expect(ids).not.toContain(id)
      expect(body._meta.total).toBe(ids.length)
      for (const { id } of Object.values(owned[own]!)) expect(ids).toContain(id)
    })

    it('no api_token for its account by sending the secret of the other', async () => {
      const { partner, id } = owned[own]!.company
      const { body } = await partner.get(`/partner-accounts/${id}`, { 'x-secret': owned[other]!.company.secret })
      expect(body).not.toHaveProperty('api_token')
    })

    it('no replay of its creation with the same Idempotency-Key', async () => {
      const body = accountBody()
      const key = { 'idempotency-key': body.email }
      const mine = owned[own]!.company.partner
      const theirs = owned[other]!.company.partner
      const first = await theirs.post('/partner-accounts', body, key)
      // The same request is a new creation, whose e-mail is taken.
      expect(outcome(await mine.post('/partner-accounts', body, key))).toEqual(ERRORS.emailTaken)
      const second = await mine.post('/partner-accounts', accountBody(), key)
      expect(second.status).toBe(200)
      expect(second.body._id).not.toBe(first.body._id)
      expect((await theirs.post('/partner-accounts', body, key)).body).toEqual(first.body)
    })
  })

  it.each(Object.entries(SHARED_TAX_IDS))(
    'each gets its own account by a %s that all three have in common',
    async (kind, value) => {
      const taxId = kind === 'cpf' ? { cpf: value } : { cnpj: value }
      const accounts = await Promise.all(owned.map(({ company }) => create(company.partner, taxId)))
      for (const { partner, id, secret, apiToken } of accounts) {
        for (const form of [value, value.toLowerCase()]) {
          const { body } = await partner.get(`/partner-accounts/${form}`, { 'x-secret': secret })
          expect({ id: body._id, token: body.api_token }).toEqual({ id, token: apiToken })
        }
      }
    },
  )

  it("none can call an internal procedure, whether the account is its own or another partner's", async () => {
    const [first, second] = owned
    const account = await addAccount(second!.company.partner)
    const calls = await validCalls(service, second!.company.partner, account)
    for (const { partner } of [first!.company, second!.company]) {
      for (const [procedure, input] of calls) {
        const options = { headers: { authorization: `Bearer ${partner.token}`, 'content-type': 'application/json' } }
        const url = `${service.origin}/trpc/internal.${procedure}`
        const byGet = await fetch(`${url}?input=${encodeURIComponent(JSON.stringify(input))}`, options)
        const byPost = await fetch(url, { ...options, method: 'POST', body: JSON.stringify(input) })
        // A mutation by GET gets 405.
        expect(byPost.status, procedure).toBe(401)
        expect([401, 405], procedure).toContain(byGet.status)
      }
    }
  })
})
