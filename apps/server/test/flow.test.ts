import { beforeAll, describe, expect, it } from 'vitest'
import { accountBody, expectedAccount, sharedService, signedInPartner, type TestService } from './harness.ts'

describe('A new partner', () => {
  let service: TestService
  beforeAll(async () => {
    service = await sharedService()
  })

  it('signs in, creates an account, lists it and reads it with its secret', async () => {
    const partner = await signedInPartner(service)

    const created = await partner.post('/partner-accounts', accountBody())
    expect(created.status).toBe(200)
    expect(created.body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      api_token: expect.stringMatching(/^pat_[\w-]{43}$/),
      secret: expect.stringMatching(/^pas_[\w-]{43}$/),
    })

    const account = expectedAccount(created.body._id)
    const listed = await partner.get('/partner-accounts')
    expect(listed.status).toBe(200)
    expect(listed.body).toEqual({
      _items: [account],
      _links: {
        parent: { href: '/', title: 'home' },
        self: { href: 'partner-accounts?max_results=25&page=1', title: 'partner-accounts' },
      },
      _meta: { max_results: 25, page: 1, total: 1 },
    })

    const read = await partner.get(`/partner-accounts/${created.body._id}`, { 'X-Secret': created.body.secret })
    expect(read.status).toBe(200)
    expect(read.body).toEqual({ ...account, api_token: created.body.api_token })
  })
})
