import { expect, it } from 'vitest'
import { eventPageHref, pageLinks } from './page-links.ts'

const BASE = 'https://service.example/partners/v1'
const PATH = '/partner-accounts'
const linkTo = (page: number, relation: string) =>
  `<${BASE}/partner-accounts?max_results=2&page=${page}>; rel="${relation}"`
const href = (page: number) => ({ href: `partner-accounts?max_results=2&page=${page}` })

/** A page of an account list with five accounts, two on each page. */
const page = (number: number, links: object = {}) => ({
  _links: links,
  _meta: { max_results: 2, page: number, total: 5 },
})

it.each([
  ['the first page', page(1, { next: href(2), last: href(3) }), [linkTo(2, 'next'), linkTo(3, 'last')]],
  [
    'a page between others',
    page(2, { next: href(3), last: href(3) }),
    [linkTo(3, 'next'), linkTo(1, 'prev'), linkTo(1, 'first'), linkTo(3, 'last')],
  ],
  ['the last page', page(3, { last: href(3) }), [linkTo(2, 'prev'), linkTo(1, 'first'), linkTo(3, 'last')]],
  ['a page past the end', page(9), [linkTo(3, 'prev'), linkTo(1, 'first')]],
])('pageLinks of %s leads to all other pages', (_case, body, links) => {
  expect(pageLinks(body, BASE, PATH)).toBe(links.join(', '))
})

it.each([
  ['the only page', { _links: {}, _meta: { max_results: 2, page: 1, total: 2 } }],
  ['a page past the end of an empty list', { _links: {}, _meta: { max_results: 2, page: 2, total: 0 } }],
  ['the last page of events', { _links: {}, _meta: { max_results: 2 } }],
  ['an account', { _id: '65f04c1e9b2d3a7f80c1e5a2' }],
  ['no body', null],
  ['a text', 'text'],
])('pageLinks of %s is undefined', (_case, body) => {
  expect(pageLinks(body, BASE, PATH)).toBeUndefined()
})

it.each([
  [{}, 'events?after=e1&max_results=2'],
  [
    { types: ['account.created', 'api_token.revoked'] },
    'events?after=e1&max_results=2&types=account.created,api_token.revoked',
  ],
  [
    { types: ['account.created'], accountId: 'a1' },
    'events?after=e1&max_results=2&types=account.created&account_id=a1',
  ],
])('eventPageHref with the filter %j is %s', (filter, expected) => {
  expect(eventPageHref('e1', 2, filter)).toBe(expected)
})
