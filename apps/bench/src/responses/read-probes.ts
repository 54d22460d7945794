import { PAGE_SIZE, type PlainRequest } from '../operations.ts'
import { taxIdOf, seededAccount, accountId } from '../seed/seeded-account.ts'
import type { World } from '../seed/seed-world.ts'
import type { Probe } from './probe.ts'

const statusAndBody: Probe['observe'] = ({ status, body }) => ({ status, body })

export function readProbes(world: World): Probe[] {
  const { reader, accounts, accountSecrets } = world
  const get = (path: string, headers: Record<string, string> = {}): PlainRequest => ({
    method: 'GET',
    path: `/partner-accounts${path}`,
    headers: { authorization: reader.authorization, ...headers },
  })
  const ok = (about: string, request: PlainRequest, body: unknown): Probe => ({
    about,
    request,
    observe: statusAndBody,
    expected: { status: 200, body },
  })
  const account = (number: number) => seededAccount(reader.id, number)
  // Together, they have every variant that `seedAccounts` stores, such as a CPF (10), or an active subscription after a
  // canceled one (12).
  const numbers = [1, 2, 3, 4, 10, 12, accounts]
  const pages = Math.ceil(accounts / PAGE_SIZE)

  return [
    ok('the first page', get(''), pageOf(world, 1, PAGE_SIZE)),
    ...[2, Math.ceil(pages / 2), pages, pages + 1].map((page) =>
      ok(`page ${page}`, get(`?page=${page}`), pageOf(world, page, PAGE_SIZE)),
    ),
    ok('a page of 100', get('?max_results=100'), pageOf(world, 1, 100)),
    ok('a page of more than 100', get('?max_results=101&page=2'), pageOf(world, 2, 100)),
    ok('a page that is not a number', get('?page=x&max_results=-1'), pageOf(world, 1, PAGE_SIZE)),
    ...numbers.map((number) => ok(`account ${number} by id`, get(`/${accountId(reader.id, number)}`), account(number))),
    ...numbers.map((number) => ok(`account ${number} by tax ID`, get(`/${taxIdOf(number).value}`), account(number))),
    ...accountSecrets.map(({ number, secret, apiToken }) =>
      ok(`account ${number} with its secret`, get(`/${accountId(reader.id, number)}`, { 'x-secret': secret }), {
        ...account(number),
        api_token: apiToken,
      }),
    ),
    ok('a wrong secret', get(`/${accountId(reader.id, 1)}`, { 'x-secret': 'wrong' }), account(1)),
  ]
}

function pageOf({ reader, accounts }: World, page: number, size: number) {
  const newest = accounts - (page - 1) * size
  const items = Array.from({ length: Math.max(0, Math.min(size, newest)) }, (_, index) =>
    seededAccount(reader.id, newest - index),
  )
  const pages = Math.ceil(accounts / size)
  const link = (target: number, title: string) => ({
    href: `partner-accounts?max_results=${size}&page=${target}`,
    title,
  })
  return {
    _items: items,
    _links: {
      parent: { href: '/', title: 'home' },
      ...(items.length > 0 && { self: link(page, 'partner-accounts') }),
      ...(page < pages && { next: link(page + 1, 'next page') }),
      ...(pages > 1 && { last: link(pages, 'last page') }),
    },
    _meta: { max_results: size, page, total: accounts },
  }
}
