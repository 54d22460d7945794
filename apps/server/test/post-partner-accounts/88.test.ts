import { beforeAll, describe, expect, it } from 'vitest'
import { withUiMessage, outcome, ERRORS } from '../expected-errors.ts'
import { accountBody, addColleague, sharedService, signedIn, signedInPartner, type TestService } from '../harness.ts'

describe('POST /partner-accounts returns 422 with code 88', () => {
  let service: TestService
  beforeAll(async () => {
    service = await sharedService()
  })

  it('for an e-mail that any partner has registered, regardless of case', async () => {
    const first = await signedInPartner(service)
    const other = await signedInPartner(service)
    const colleague = await signedIn(service, await addColleague(service, first.user))
    const body = accountBody()
    expect((await first.post('/partner-accounts', body)).status).toBe(200)

    for (const partner of [first, colleague, other]) {
      for (const email of [body.email, body.email.toUpperCase()]) {
        const response = await partner.post('/partner-accounts', { ...accountBody(), email })
        expect(outcome(response)).toEqual(ERRORS.emailTaken)
      }
    }
    expect((await first.get('/partner-accounts')).body._meta.total).toBe(1)
    expect((await other.get('/partner-accounts')).body._meta.total).toBe(0)
  })

  it('with a ui_message in the language of Accept-Language', async () => {
    const partner = await signedInPartner(service)
    const body = accountBody()
    await partner.post('/partner-accounts', body)
    const response = await partner.post('/partner-accounts', body, { 'accept-language': 'en' })
    expect(outcome(response)).toEqual(withUiMessage(ERRORS.emailTaken, 'This e-mail is already registered.'))
  })

  it('for eleven of twelve concurrent creations with the same e-mail', async () => {
    const partners = await Promise.all([signedInPartner(service), signedInPartner(service)])
    const { email } = accountBody()
    const race = Array.from({ length: 12 }, (_, index) =>
      partners[index % 2]!.post('/partner-accounts', {
        ...accountBody(),
        email: index % 3 === 0 ? email.toUpperCase() : email,
      }),
    )
    const responses = await Promise.all(race)

    const rejected = responses.filter(({ status }) => status !== 200)
    expect(rejected.map(outcome)).toEqual(Array.from({ length: 11 }, () => ERRORS.emailTaken))
    const lists = await Promise.all(partners.map((partner) => partner.get('/partner-accounts')))
    expect(lists.map(({ body }) => body._meta.total as number).sort()).toEqual([0, 1])
    expect(
      await service.database.prisma.account.count({ where: { email: { equals: email, mode: 'insensitive' } } }),
    ).toBe(1)
  })

  it('and leaves the order and total of the list intact', async () => {
    const partner = await signedInPartner(service)
    const body = accountBody()
    const first = await partner.post('/partner-accounts', body)
    await partner.post('/partner-accounts', body)
    const second = await partner.post('/partner-accounts', accountBody())
    const { _items, _meta } = (await partner.get('/partner-accounts')).body
    expect(_items.map((item: { _id: string }) => item._id)).toEqual([second.body._id, first.body._id])
    expect(_meta).toEqual({ max_results: 25, page: 1, total: 2 })
  })
})
