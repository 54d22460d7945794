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
  _meta: { max_results: number; after: string }
}

/** The position before the first event. */
const BEGINNING = '0'.repeat(24)

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
    expect(body).toEqual({ _items: [], _links: { parent }, _meta: { max_results: 25, after: BEGINNING } })
    expect(headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/)
  })

  it('with the events of the partner, oldest first, each with the account as the list shows it', async () => {
    expect(await list()).toEqual({
      _items: ids.map((id, index) => ({
        id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
        type: 'account.created',
        position: index + 1,
        timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+00:00$/) as string,
        data: { account_id: id, account: expectedAccount(id) },
      })),
      _links: { parent },
      _meta: { max_results: 25, after: expect.stringMatching(/^[0-9a-f]{24}$/) as string },
    })
    expect((await list())._items.map(({ data }) => data['account'])).toEqual(
      ((await partner.get('/partner-accounts')).body as Feed)._items.toReversed(),
    )
  })

  it('with only the events of the given types and account, also in the following pages', async () => {
    const reader = await signedInPartner(service)
    const accounts: string[] = []
    for (let created = 0; created < 3; created++) {
      accounts.push((await reader.post('/partner-accounts', accountBody())).body._id as string)
    }
    const [first = '', second = ''] = accounts
    const internal = internalClient(service)
    for (const accountId of [first, second]) await internal.subscriptions.activate.mutate({ accountId })
    const namesIn = ({ _items }: Feed) => _items.map(({ type, data }) => [type, data['account_id']])
    const created = accounts.map((id) => ['account.created', id])
    const activated = [first, second].map((id) => ['subscription.activated', id])

    expect(namesIn(await list('?types=account.created', reader))).toEqual(created)
    expect(namesIn(await list('?types=&account_id=', reader))).toEqual([...created, ...activated])
    expect(namesIn(await list(`?account_id=${first.toUpperCase()}`, reader))).toEqual([created[0], activated[0]])
    // The account belongs to another partner.
    expect((await list(`?account_id=${first}`))._items).toEqual([])
    const page = await list(`?types=account.created,subscription.activated&account_id=${second}&max_results=1`, reader)
    expect(namesIn(page)).toEqual([created[1]])
    const next = page._links['next']!.href
    expect(next).toBe(
      `events?after=${page._items[0]!.id}&max_results=1&types=account.created,subscription.activated&account_id=${second}`,
    )
    expect(namesIn(await list(next.slice('events'.length), reader))).toEqual([activated[1]])
  })

  it('with the newest position for after=latest, and after a filtered page without items', async () => {
    const reader = await signedInPartner(service)
    expect((await list('?after=latest', reader))._meta.after).toBe(BEGINNING)
    await reader.post('/partner-accounts', accountBody())
    const { _items, _meta } = await list('', reader)
    expect(await list('?after=latest', reader)).toEqual({ _items: [], _links: { parent }, _meta })
    expect(_meta.after).toBe(_items[0]!.id)
    const filtered = await list(`?after=${BEGINNING}&types=api_token.revoked`, reader)
    expect([filtered._items, filtered._meta.after]).toEqual([[], _meta.after])
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
    const { headers } = await partner.get('/events?max_results=2')
    expect(headers.get('link')).toMatch(
      /^<http:\/\/localhost:3000\/partners\/v1\/events\?after=[0-9a-f]{24}&max_results=2>; rel="next"$/,
    )

    const last = (await list())._items.at(-1)!.id
    expect((await list(`?after=${last}`))._items).toEqual([])
    expect(await list('?after=')).toEqual(await list())
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
    expect((await list(`?max_results=${size}`))._meta).toMatchObject({ max_results: 25 })
  })

  it('with at most 100 events', async () => {
    expect((await list('?max_results=101'))._meta).toMatchObject({ max_results: 100 })
  })

  it('with the id to continue after: the last one of the page, the passed one if the page is empty, or the latest event', async () => {
    const reader = await signedInPartner(service)
    const create = () => reader.post('/partner-accounts', accountBody())
    expect((await list('', reader))._meta.after).toBe(BEGINNING)
    await create()
    const first = await list(`?after=${BEGINNING}`, reader)
    expect(first._items).toHaveLength(1)
    expect(first._meta.after).toBe(first._items[0]!.id)
    expect((await list(`?after=${first._meta.after}`, reader))._meta.after).toBe(first._meta.after)

    // Moves the event 40 days into the past, so that it has expired.
    const { auditEntry } = service.database.prisma
    const { partnerId } = reader.user
    await auditEntry.updateMany({ data: { at: new Date(Date.now() - 40 * 86_400_000) }, where: { partnerId } })
    const quiet = await list('', reader)
    expect([quiet._items, quiet._meta.after]).toEqual([[], first._meta.after])
    await create()
    expect((await list(`?after=${first._meta.after}`, reader))._items).toHaveLength(1)
  })
})
