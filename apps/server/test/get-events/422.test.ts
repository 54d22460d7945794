import { createIdGenerator } from '@partner-accounts/core'
import { describe, expect, it } from 'vitest'
import { invalidFields, outcome } from '../expected-errors.ts'
import { accountBody, type PartnerClient, sharedService, signedInPartner } from '../harness.ts'

const newId = createIdGenerator()
/** The position before the first event. */
const BEGINNING = '0'.repeat(24)

const unknownEvent = invalidFields({ after: ['Deve ser o id de um evento, ou `latest`.'] })
const expired = invalidFields({
  after: [
    'Eventos posteriores a este têm mais de 30 dias e não existem mais. Leia todas as contas e recomece sem `after`.',
  ],
})
/** Creates an account, and returns the id of the partner's first event. */
const createFirstEvent = async (partner: PartnerClient) => {
  await partner.post('/partner-accounts', accountBody())
  return ((await partner.get('/events')).body as { _items: { id: string }[] })._items[0]!.id
}

it('GET /events returns 422 with all invalid parameters', async () => {
  const partner = await signedInPartner(await sharedService())
  const types = ['Devem ser tipos de eventos, separados por vírgulas.']
  const accountId = ['Deve ter 24 dígitos hexadecimais.']
  const cases: [query: string, errors: Record<string, string[]>][] = [
    ['types=account.created,account.deleted', { types }],
    ['types=webhook.test', { types }],
    ['types=account.created&types=account.created', { types }],
    ['account_id=11222333000181', { account_id: accountId }],
    [`account_id=${newId()}&account_id=${newId()}`, { account_id: accountId }],
    [
      'after=x&types=x&account_id=x',
      { after: ['Deve ser o id de um evento, ou `latest`.'], types, account_id: accountId },
    ],
  ]
  for (const [query, errors] of cases) {
    expect(outcome(await partner.get(`/events?${query}`))).toEqual(invalidFields(errors))
  }
})

describe('GET /events returns 422 with the field after', () => {
  it.each(['me', '65f04c1e9b2d3a7f80c1e5a22', '%00', newId(), 'x'.repeat(3000)])(
    'for an unknown event: %s',
    async (after) => {
      const partner = await signedInPartner(await sharedService())
      expect(outcome(await partner.get(`/events?after=${after}`))).toEqual(unknownEvent)
    },
  )

  it('for two values', async () => {
    const partner = await signedInPartner(await sharedService())
    const id = await createFirstEvent(partner)
    expect(outcome(await partner.get(`/events?after=${id}&after=${id}`))).toEqual(unknownEvent)
  })

  it("for an account's id and another partner's event", async () => {
    const service = await sharedService()
    const partner = await signedInPartner(service)
    const other = await signedInPartner(service)
    const { body } = await partner.post('/partner-accounts', accountBody())
    for (const after of [body._id as string, await createFirstEvent(other)]) {
      expect(outcome(await partner.get(`/events?after=${after}`))).toEqual(unknownEvent)
    }
  })

  it('for an event whose successor has expired, with another message than for an unknown event', async () => {
    const service = await sharedService()
    const partner = await signedInPartner(service)
    const id = await createFirstEvent(partner)
    await partner.post('/partner-accounts', accountBody())
    const at = new Date(Date.now() - 31 * 86_400_000)
    const { partnerId } = partner.user
    await service.database.prisma.auditEntry.updateMany({ data: { at }, where: { partnerId } })
    expect(outcome(await partner.get(`/events?after=${id}`))).toEqual(expired)
    expect(outcome(await partner.get(`/events?after=${BEGINNING}`))).toEqual(expired)
    expect(await partner.get('/events')).toMatchObject({ status: 200, body: { _items: [] } })
  })

  it('with a message in the language of Accept-Language', async () => {
    const partner = await signedInPartner(await sharedService())
    const response = await partner.get('/events?after=me', { 'accept-language': 'en' })
    expect(outcome(response)).toEqual(invalidFields({ after: ['Must be the id of an event, or `latest`.'] }))
  })
})
