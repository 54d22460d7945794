import type { Account } from '@partner-accounts/core'
import { describe, expect, it } from 'vitest'
import { presentPage } from './present-account.ts'

const account: Account = {
  id: '65f04c1e9b2d3a7f80c1e5a2',
  createdAt: new Date('2026-03-05T14:07:31.999Z'),
  name: 'Padaria Estrela Ltda',
  financialEmail: null,
  cnpj: null,
  activeEmployees: 3,
  subscriptionEmployees: 12,
  subscriptionFaceIds: 2,
}
const parent = { href: '/', title: 'home' }
const link = (page: number, title: string) => ({ href: `partner-accounts?max_results=2&page=${page}`, title })
const self = (page: number) => link(page, 'partner-accounts')
const next = (page: number) => link(page, 'next page')
const last = (page: number) => link(page, 'last page')

describe('presentPage', () => {
  it.each([
    { items: 0, total: 0, page: 1, links: { parent } },
    { items: 1, total: 1, page: 1, links: { parent, self: self(1) } },
    { items: 2, total: 2, page: 1, links: { parent, self: self(1) } },
    { items: 2, total: 3, page: 1, links: { parent, self: self(1), next: next(2), last: last(2) } },
    { items: 1, total: 3, page: 2, links: { parent, self: self(2), last: last(2) } },
    { items: 2, total: 6, page: 2, links: { parent, self: self(2), next: next(3), last: last(3) } },
    { items: 0, total: 3, page: 3, links: { parent, last: last(2) } },
    { items: 0, total: 2, page: 2, links: { parent } },
    { items: 0, total: 0, page: 7, links: { parent } },
  ])(
    'returns the links of page $page with $items of $total accounts, two per page',
    ({ items, total, page, links }) => {
      const body = presentPage({ items: Array<Account>(items).fill(account), total }, page, 2)
      expect(body._links).toEqual(links)
      expect(body._meta).toEqual({ max_results: 2, page, total })
      expect(body._items).toHaveLength(items)
    },
  )

  it('returns accounts with the specified field names', () => {
    const { _items } = presentPage({ items: [account], total: 1 }, 1, 2)
    expect(_items).toEqual([
      {
        _id: '65f04c1e9b2d3a7f80c1e5a2',
        _created: '2026-03-05T14:07:31+00:00',
        name: 'Padaria Estrela Ltda',
        financial_email: null,
        cnpj: null,
        active_employees: 3,
        subscription_employees: 12,
        subscription_face_ids: 2,
      },
    ])
  })
})
