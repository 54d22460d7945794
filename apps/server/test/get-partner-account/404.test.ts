import { beforeAll, describe, expect, it } from 'vitest'
import { withUiMessage, outcome, ERRORS } from '../expected-errors.ts'
import {
  accountBody,
  type PartnerClient,
  request,
  sharedService,
  signedInPartner,
  type TestService,
} from '../harness.ts'
import { changedBody } from '../post-partner-accounts/changed-body.ts'

const CNPJ = '12XYZ34501DE35'
const CPF = '52998224725'

describe('GET /partner-accounts/{account_id} returns 404', () => {
  let service: TestService
  let partner: PartnerClient
  let other: PartnerClient
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
    other = await signedInPartner(service)
  })

  it.each(['65f04c1e9b2d3a7f80c1e5a2', '000000000000000000000000', CNPJ, CNPJ.toLowerCase(), CPF])(
    'for %s, which no account has',
    async (identifier) => {
      expect(outcome(await partner.get(`/partner-accounts/${identifier}`))).toEqual(ERRORS.accountNotFound)
    },
  )

  it("for another partner's account, by id and by tax ID, even with its secret", async () => {
    const byCnpj = await other.post('/partner-accounts', changedBody({ 'company_doc.cnpj': CNPJ }))
    const byCpf = await other.post(
      '/partner-accounts',
      changedBody({ 'company_doc.cnpj': undefined, 'company_doc.cpf': CPF }),
    )
    expect([byCnpj.status, byCpf.status]).toEqual([200, 200])

    for (const identifier of [byCnpj.body._id as string, byCpf.body._id as string, CNPJ, CPF]) {
      for (const headers of [{}, { 'x-secret': byCnpj.body.secret as string }]) {
        const response = await partner.get(`/partner-accounts/${identifier}`, headers)
        expect(outcome(response)).toEqual(ERRORS.accountNotFound)
      }
    }
    expect((await other.get(`/partner-accounts/${CNPJ}`)).status).toBe(200)
  })

  it('for the id of a partner or a portal user', async () => {
    const { user } = partner
    for (const id of [user.partnerId, user.id]) {
      expect(outcome(await partner.get(`/partner-accounts/${id}`))).toEqual(ERRORS.accountNotFound)
    }
  })

  it('with a ui_message in the language of Accept-Language', async () => {
    const response = await partner.get(`/partner-accounts/${CPF}`, { 'accept-language': 'en' })
    expect(outcome(response)).toEqual(withUiMessage(ERRORS.accountNotFound, 'Account not found.'))
  })

  it.each(['/partner-accounts/', '/partner-accounts/?page=1'])(
    'for the empty identifier in %s, and not the list',
    async (path) => {
      expect(outcome(await partner.get(path))).toEqual(ERRORS.routeNotFound)
      expect(
        (await request(service, 'HEAD', path, undefined, { authorization: `Bearer ${partner.token}` })).status,
      ).toBe(404)
      expect((await request(service, 'GET', path)).status).toBe(401)
      expect(outcome(await other.post(path, accountBody()))).toEqual(ERRORS.routeNotFound)
      for (const method of ['DELETE', 'OPTIONS', 'PUT']) {
        expect((await request(service, method, path)).status).toBe(404)
      }
    },
  )

  it('for an empty identifier only, not for a slash in the query', async () => {
    expect((await partner.get('/partner-accounts?next=/?a/')).status).toBe(200)
  })
})
