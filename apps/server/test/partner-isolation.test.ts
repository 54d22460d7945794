import { beforeAll, describe, expect, it } from 'vitest'
import { outcome, ERRORS } from './expected-errors.ts'
import { accountBody, type PartnerClient, sharedService, signedInPartner, type TestService } from './harness.ts'
import { validCalls } from './internal/valid-calls.ts'
import { addAccount } from './internal/internal-client.ts'

/** An account that a partner made, and what it was given for it. */
interface Held {
  partner: PartnerClient
  id: string
  secret: string
  apiToken: string
}

const PARTNERS = [0, 1, 2]
const PAIRS = PARTNERS.flatMap((own) => PARTNERS.filter((other) => other !== own).map((other) => [own, other] as const))
/** Digits of its own for each partner, so that a document is one partner's alone. */
const DOCUMENTS = PARTNERS.map((partner) => ({ cnpj: `${partner}APART4501DE35`, cpf: `7531598642${partner}` }))
const SHARED = { cnpj: '9SHARED4501D35', cpf: '98765432109' }
const FORMS = ['id', 'cnpj', 'cnpj in lower case', 'cpf'] as const

describe('of three partners', () => {
  let service: TestService
  /** By partner: the account of a company, and that of a person. */
  let held: { company: Held; person: Held }[]
  beforeAll(async () => {
    service = await sharedService()
    held = await Promise.all(
      DOCUMENTS.map(async ({ cnpj, cpf }) => {
        const partner = await signedInPartner(service)
        return { company: await create(partner, { cnpj }), person: await create(partner, { cpf }) }
      }),
    )
  })

  async function create(partner: PartnerClient, document: { cnpj: string } | { cpf: string }): Promise<Held> {
    const sent = accountBody()
    const company_doc = { ...sent.company_doc, cnpj: undefined, ...document }
    const { status, body } = await partner.post('/partner-accounts', { ...sent, company_doc })
    expect(status).toBe(200)
    return { partner, id: body._id, secret: body.secret, apiToken: body.api_token }
  }
  const identifierOf = (owner: number, form: (typeof FORMS)[number]) =>
    ({
      id: held[owner]!.company.id,
      cnpj: DOCUMENTS[owner]!.cnpj,
      'cnpj in lower case': DOCUMENTS[owner]!.cnpj.toLowerCase(),
      cpf: DOCUMENTS[owner]!.cpf,
    })[form]

  describe.each(PAIRS)('partner %i sees of partner %i', (own, other) => {
    it.each(FORMS)('no account by its %s, not even with its secret', async (form) => {
      const { partner } = held[own]!.company
      const { secret } = held[other]![form === 'cpf' ? 'person' : 'company']
      for (const headers of [{}, { 'x-secret': secret }, { 'x-secret': held[own]!.company.secret }]) {
        const path = `/partner-accounts/${identifierOf(other, form)}`
        expect(outcome(await partner.get(path, headers))).toEqual(ERRORS.accountNotFound)
      }
      // Whereas its owner does.
      const owner = held[other]!.company.partner
      const shown = await owner.get(`/partner-accounts/${identifierOf(other, form)}`, { 'x-secret': secret })
      expect(shown.body.api_token).toMatch(/^pat_/)
    })

    it('no account in its list, nor in what it counts', async () => {
      const { body } = await held[own]!.company.partner.get('/partner-accounts?max_results=100')
      const ids = body._items.map(({ _id }: { _id: string }) => _id)
      for (const { id } of Object.values(held[other]!)) expect(ids).not.toContain(id)
      expect(body._meta.total).toBe(ids.length)
      for (const { id } of Object.values(held[own]!)) expect(ids).toContain(id)
    })

    it('nothing of its secret: it opens no account of another', async () => {
      const { partner, id } = held[own]!.company
      const { body } = await partner.get(`/partner-accounts/${id}`, { 'x-secret': held[other]!.company.secret })
      expect(body).not.toHaveProperty('api_token')
    })

    it('nothing of its answers that were kept under the same Idempotency-Key', async () => {
      const body = accountBody()
      const key = { 'idempotency-key': body.email }
      const first = await held[other]!.company.partner.post('/partner-accounts', body, key)
      const [mine, theirs] = [held[own]!.company.partner, held[other]!.company.partner]
      // The e-mail is taken, as for anyone.
      expect(outcome(await mine.post('/partner-accounts', body, key))).toEqual(ERRORS.emailTaken)
      const again = { ...accountBody(), full_name: 'Another' }
      const own200 = await mine.post('/partner-accounts', again, key)
      expect(own200.status).toBe(200)
      expect(own200.body._id).not.toBe(first.body._id)
      expect((await theirs.post('/partner-accounts', body, key)).body).toEqual(first.body)
    })
  })

  it.each(Object.entries(SHARED))('each gets its own account by a %s that all have', async (kind, value) => {
    const document = kind === 'cpf' ? { cpf: value } : { cnpj: value }
    const made = await Promise.all(held.map(({ company }) => create(company.partner, document)))
    for (const { partner, id, secret, apiToken } of made) {
      for (const form of [value, value.toLowerCase()]) {
        const { body } = await partner.get(`/partner-accounts/${form}`, { 'x-secret': secret })
        expect({ id: body._id, token: body.api_token }).toEqual({ id, token: apiToken })
      }
    }
  })

  it('none reaches an internal procedure, for its own accounts or for another', async () => {
    const [first, second] = held
    const account = await addAccount(second!.company.partner)
    const calls = await validCalls(service, second!.company.partner, account)
    for (const { partner } of [first!.company, second!.company]) {
      for (const [procedure, input] of calls) {
        const options = { headers: { authorization: `Bearer ${partner.token}`, 'content-type': 'application/json' } }
        const url = `${service.origin}/trpc/internal.${procedure}`
        const asked = await fetch(`${url}?input=${encodeURIComponent(JSON.stringify(input))}`, options)
        const told = await fetch(url, { ...options, method: 'POST', body: JSON.stringify(input) })
        // A query by POST, or a change by GET, is no procedure at all.
        expect([asked.status, told.status].sort(), procedure).toEqual([401, 405])
      }
    }
  })
})
