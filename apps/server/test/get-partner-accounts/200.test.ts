import { beforeAll, describe, expect, it } from 'vitest'
import {
  accountBody,
  addColleague,
  type PartnerClient,
  sharedService,
  signedIn,
  signedInPartner,
  type TestService,
  expectedAccount,
} from '../harness.ts'

const TOTAL = 101

describe('GET /partner-accounts returns 200', () => {
  let service: TestService
  let partner: PartnerClient
  /** Ids of the partner's accounts, newest first. */
  const ids: string[] = []
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
    while (ids.length < TOTAL) {
      const { body } = await partner.post('/partner-accounts', accountBody())
      ids.unshift(body._id as string)
    }
  })

  const parent = { href: '/', title: 'home' }
  const link = (size: number, page: number, title: string) => ({
    href: `partner-accounts?max_results=${size}&page=${page}`,
    title,
  })
  const list = async (query: string) => {
    const { status, body } = await partner.get(`/partner-accounts${query}`)
    expect(status).toBe(200)
    return body as { _items: { _id: string }[]; _links: Record<string, { href: string }>; _meta: object }
  }

  it('with no items and only the parent link for a partner without accounts', async () => {
    const { status, body } = await (await signedInPartner(service)).get('/partner-accounts')
    expect(status).toBe(200)
    expect(body).toEqual({ _items: [], _links: { parent }, _meta: { max_results: 25, page: 1, total: 0 } })
  })

  it('with the 25 most recent accounts by default, newest first', async () => {
    expect(await list('')).toEqual({
      _items: ids.slice(0, 25).map(expectedAccount),
      _links: {
        parent,
        self: link(25, 1, 'partner-accounts'),
        next: link(25, 2, 'next page'),
        last: link(25, 5, 'last page'),
      },
      _meta: { max_results: 25, page: 1, total: TOTAL },
    })
  })

  it('with the remaining accounts and no next link on the last page', async () => {
    expect(await list('?max_results=40&page=3')).toEqual({
      _items: ids.slice(80).map(expectedAccount),
      _links: { parent, self: link(40, 3, 'partner-accounts'), last: link(40, 3, 'last page') },
      _meta: { max_results: 40, page: 3, total: TOTAL },
    })
  })

  it('with at most 100 accounts for a larger max_results', async () => {
    for (const size of ['100', '101', '5000', '9007199254740993', '9'.repeat(1001)]) {
      const { _items, _links, _meta } = await list(`?max_results=${size}`)
      expect(_items.map(({ _id }) => _id)).toEqual(ids.slice(0, 100))
      expect(_links).toEqual({
        parent,
        self: link(100, 1, 'partner-accounts'),
        next: link(100, 2, 'next page'),
        last: link(100, 2, 'last page'),
      })
      expect(_meta).toEqual({ max_results: 100, page: 1, total: TOTAL })
    }
  })

  it.each([6, 1_000_000, Number.MAX_SAFE_INTEGER, '9007199254740993', '99999999999999999999999'])(
    'for page %s, past the end, with no items, the true total and a link to the last page',
    async (page) => {
      const { _items, _links, _meta } = await list(`?page=${page}`)
      expect({ _items, _links }).toEqual({ _items: [], _links: { parent, last: link(25, 5, 'last page') } })
      expect(_meta).toEqual({ max_results: 25, page: Math.min(Number(page), Number.MAX_SAFE_INTEGER), total: TOTAL })
    },
  )

  it.each(['0', '-1', '1.5', '1e1', '+1', '0x2', '', '%20', '2%00', 'two', 'null', '[]', '²', '1,2'])(
    'with the default for a page or max_results that is not a positive integer: %j',
    async (value) => {
      const first = await list('')
      expect(await list(`?page=${value}`)).toEqual(first)
      expect(await list(`?max_results=${value}`)).toEqual(first)
      expect(await list(`?page=${value}&max_results=${value}`)).toEqual(first)
    },
  )

  it.each([
    'page=2&page=3',
    'max_results=5&max_results=6',
    'page[]=2',
    'page[a]=2',
    'sort=name&where={}',
    '__proto__=1',
    '&&=',
  ])('with the defaults for repeated or unknown parameters: %s', async (query) => {
    expect(await list(`?${query}`)).toEqual(await list(''))
  })

  it.each([
    ['the base URL', () => `${service.baseUrl}/`],
    ['the request URL', () => `${service.baseUrl}/partner-accounts?max_results=30`],
  ])('with next links that resolve against %s and lead to every account once', async (_from, base) => {
    const seen: string[] = []
    let address: string | undefined = 'partner-accounts?max_results=30'
    while (address !== undefined && seen.length <= TOTAL) {
      const resolved = new URL(address, base())
      expect(resolved.pathname).toBe('/partners/v1/partner-accounts')
      const { _items, _links } = await list(resolved.search)
      seen.push(..._items.map(({ _id }) => _id))
      address = _links['next']?.href
    }
    expect(seen).toEqual(ids)
  })

  it('with absolute addresses of other pages in the header Link', async () => {
    const linksOf = async (query: string) => {
      const { headers } = await partner.get(`/partner-accounts${query}`)
      const links = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)]
      return Object.fromEntries(links.map(([, address, relation]) => [relation, address]))
    }
    const addressOf = (size: number, page: number) =>
      `http://localhost:3000/partners/v1/partner-accounts?max_results=${size}&page=${page}`
    expect(await linksOf('')).toEqual({ next: addressOf(25, 2), last: addressOf(25, 5) })
    expect(await linksOf('?max_results=40&page=2')).toEqual({
      prev: addressOf(40, 1),
      next: addressOf(40, 3),
      first: addressOf(40, 1),
      last: addressOf(40, 3),
    })
    expect(await linksOf('?page=5')).toEqual({
      prev: addressOf(25, 4),
      first: addressOf(25, 1),
      last: addressOf(25, 5),
    })
    expect(await linksOf('?page=999')).toEqual({
      prev: addressOf(25, 5),
      first: addressOf(25, 1),
      last: addressOf(25, 5),
    })
    const empty = await (await signedInPartner(service)).get('/partner-accounts?page=2')
    expect(empty.headers.get('link')).toBeNull()
  })

  it("with the accounts of a colleague, and none of another partner's", async () => {
    const one = await signedInPartner(service)
    const other = await signedInPartner(service)
    const colleague = await signedIn(service, await addColleague(service, other.user))
    const created = await colleague.post('/partner-accounts', accountBody())
    expect((await one.get('/partner-accounts')).body._items).toEqual([])
    expect((await other.get('/partner-accounts')).body._items).toEqual([expectedAccount(created.body._id as string)])
  })
})
