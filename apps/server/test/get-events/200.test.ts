import { beforeAll, describe, expect, it } from 'vitest'
import {
  accountBody,
  addColleague,
  expectedAccount,
  type PartnerClient,
  sharedService,
  signedInPartner,
  type TestService,
} from '../harness.ts'
import { internalClient } from '../internal/internal-client.ts'

interface Feed {
  _items: { id: string; type: string; data: Record<string, unknown> }[]
  _links: Record<string, { href: string }>
  _meta: object
}

describe('GET /events returns 200', () => {
  let service: TestService
  let partner: PartnerClient
  const ids: string[] = []
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
    for (let created = 0; created < 5; created++) {
      ids.push((await partner.post('/partner-accounts', accountBody())).body._id as string)
    }
  })

  const parent = { href: '/', title: 'home' }
  const list = async (query = '', by = partner) => {
    const { status, body } = await by.get(`/events${query}`)
    expect(status).toBe(200)
    return body as Feed
  }

  it('with no items and only the parent link for a partner without events', async () => {
    const { headers, body } = await (await signedInPartner(service)).get('/events')
    expect(body).toEqual({ _items: [], _links: { parent }, _meta: { max_results: 25 } })
    expect(headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/)
  })

  it('with the events of the partner, oldest first, each with the account as the list shows it', async () => {
    expect(await list()).toEqual({
      _items: ids.map((id) => ({
        id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
        type: 'account.created',
        timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+00:00$/) as string,
        data: { account_id: id, account: expectedAccount(id) },
      })),
      _links: { parent },
      _meta: { max_results: 25 },
    })
    expect((await list())._items.map(({ data }) => data['account'])).toEqual(
      ((await partner.get('/partner-accounts')).body as Feed)._items.toReversed(),
    )
  })

  it('with every event once when a reader follows the links, and then the events since', async () => {
    const seen: string[] = []
    let query = '?max_results=2'
    for (;;) {
      const { _items, _links } = await list(query)
      seen.push(..._items.map(({ data }) => data['account_id'] as string))
      if (!_links['next']) break
      expect(_links['next'].href).toBe(`events?after=${_items.at(-1)!.id}&max_results=2`)
      query = _links['next'].href.slice('events'.length)
    }
    expect(seen).toEqual(ids)

    const last = (await list())._items.at(-1)!.id
    expect((await list(`?after=${last}`))._items).toEqual([])
    const internal = internalClient(service)
    const id = ids[0]!
    await internal.subscriptions.activate.mutate({ accountId: id })
    await internal.accounts.correct.mutate({ id, address: { streetNumber: '7' }, administrator: { fullName: 'Rosa' } })
    await internal.portalUsers.disable.mutate({ id: (await addColleague(service, partner.user)).id })
    expect((await list(`?after=${last}`))._items).toMatchObject([
      { type: 'subscription.activated', data: { account_id: id } },
      { type: 'account.corrected', data: { account_id: id, corrected: 'employer' } },
      { type: 'account.corrected', data: { account_id: id, corrected: 'administrator' } },
      { type: 'portal_user.disabled', data: { portal_user_id: expect.any(String) as string } },
    ])
    expect(JSON.stringify(await list())).not.toMatch(/Rosa|maria|pat_|pas_|"secret"|"api_token"/)
  })

  it.each(['0', '-1', '1.5', 'all', ''])('with the default page size for max_results=%s', async (size) => {
    expect((await list(`?max_results=${size}`))._meta).toEqual({ max_results: 25 })
  })

  it('with at most 100 events', async () => {
    expect((await list('?max_results=101'))._meta).toEqual({ max_results: 100 })
  })
})
