import { beforeEach, describe, expect, it } from 'vitest'
import { stubDependencies } from '../../test/stub-dependencies.ts'
import type { AccountOverview } from '../accounts/account-overview.ts'
import type { FoundAccount } from '../accounts/account-search.ts'
import type { ShownRequest } from '../audit/request-log-store.ts'
import { searchRecords } from './search-records.ts'

const ID = '65f04c1e9b2d3a7f80c1e5a2'
const SHOWN = { id: ID, partnerId: 'p1', createdAt: new Date(0) }
const NAMES = { name: 'Padaria Estrela Ltda', tradeName: 'Padaria Estrela' }
const ADMINISTRATOR = { email: 'maria@estrela.example' }
const FOUND = { id: 'a1', administrator: ADMINISTRATOR, activeEmployees: 9 } as FoundAccount
const MATCH = { id: 'a1', administratorEmail: ADMINISTRATOR.email }
const OVERVIEW = {
  ...SHOWN,
  administrator: ADMINISTRATOR,
  subscription: { status: 'active' },
  employer: { ...NAMES, taxId: { kind: 'cpf', value: '12345678909' } },
} as AccountOverview

describe('searchRecords', () => {
  /** The calls of the stores: the kind of records, then the parameters. */
  let queries: unknown[][]
  let dependencies: ReturnType<typeof stubDependencies>
  beforeEach(() => {
    queries = []
    /** Returns a query that finds one record, named after the kind of records. */
    const queryOf =
      (kind: string) =>
      (...parameters: unknown[]) => {
        queries.push([kind, ...parameters])
        return Promise.resolve({ items: [kind] as never[], nextCursor: null })
      }
    dependencies = stubDependencies({
      accountDirectory: { overview: (id) => Promise.resolve(id === ID ? OVERVIEW : undefined) },
      accounts: {
        search: (partnerId, { query }) => {
          queries.push(['accounts', partnerId, query])
          return Promise.resolve({ items: [FOUND], total: 1, isTotalExact: true, isSimilar: false })
        },
      },
      requestLog: {
        // An account's id may be a request id, too, but no request has this one.
        findByRequestId: (id) =>
          Promise.resolve(id.toLowerCase() === ID ? [] : ([{ requestId: id }] as ShownRequest[])),
      },
      records: {
        partners: queryOf('partner'),
        portalUsers: queryOf('user'),
        mails: queryOf('mail'),
        coupons: queryOf('coupon'),
      },
    })
  })
  const page = { limit: 10 }

  it('finds accounts, partners, portal users and coupons by words, but no mails', async () => {
    const found = {
      accounts: [MATCH],
      partners: ['partner'],
      portalUsers: ['user'],
      mails: [],
      coupons: ['coupon'],
      requests: [],
    }
    expect(await searchRecords(dependencies, { query: 'Estrela' })).toEqual(found)
    expect(queries).toEqual([
      ['accounts', undefined, 'Estrela'],
      ['partner', { name: 'Estrela' }, page],
      ['user', { email: 'Estrela' }, page],
      ['coupon', { code: 'Estrela' }, page],
    ])
  })

  it('finds portal users and mails by an e-mail in any case', async () => {
    const found = {
      accounts: [MATCH],
      partners: ['partner'],
      portalUsers: ['user'],
      mails: ['mail'],
      coupons: [],
      requests: [],
    }
    const query = 'Ana@Estrela.example'
    expect(await searchRecords(dependencies, { query })).toEqual(found)
    expect(queries).toEqual([
      ['accounts', undefined, query],
      ['partner', { name: query }, page],
      ['user', { email: query }, page],
      ['mail', { recipient: 'ana@estrela.example' }, page],
    ])
  })

  it.each(['7c92913d-9126-470e-a85f-1abd9ff7ac1c', 'order-4711'])(
    'finds requests by their id: %s',
    async (requestId) => {
      expect(await searchRecords(dependencies, { query: requestId })).toMatchObject({ requests: [{ requestId }] })
    },
  )

  it('queries no mails for an invalid e-mail', async () => {
    // İ is not ASCII.
    expect(await searchRecords(dependencies, { query: 'anİ@estrela.example' })).toMatchObject({ mails: [] })
    expect(queries.map(([kind]) => kind)).toEqual(['accounts', 'partner', 'user'])
  })

  it('finds an account by its id only if its subscription has the given status', async () => {
    expect((await searchRecords(dependencies, { query: ID, accountStatus: 'active' })).accounts).toHaveLength(1)
    expect((await searchRecords(dependencies, { query: ID, accountStatus: 'canceled' })).accounts).toEqual([])
  })

  it('finds accounts, partners, portal users and mails by an id in upper case, without searching names', async () => {
    expect(await searchRecords(dependencies, { query: ID.toUpperCase() })).toEqual({
      accounts: [
        {
          ...SHOWN,
          ...NAMES,
          administratorEmail: ADMINISTRATOR.email,
          cpf: '12345678909',
          cnpj: null,
          subscriptionStatus: 'active',
        },
      ],
      partners: ['partner'],
      portalUsers: ['user'],
      mails: ['mail'],
      coupons: [],
      requests: [],
    })
    expect(queries).toEqual(['partner', 'user', 'mail'].map((kind) => [kind, { id: ID }, page]))
  })

  it('finds no account by an unknown id', async () => {
    expect(await searchRecords(dependencies, { query: 'f'.repeat(24) })).toMatchObject({ accounts: [] })
  })
})
