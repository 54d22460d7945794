import { randomUUID } from 'node:crypto'
import { accountBody } from './seed/account-body.ts'
import type { World } from './seed/seed-world.ts'
import { accountId, documentOf } from './seed/seeded-account.ts'

/** A request below `{base_url}`. */
export interface PlainRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** What is measured. */
export interface Operation {
  name: string
  title: string
  /** What a connection sends, over and over: a list to go through, or what makes the next one. */
  requests: (world: World, connection: number) => PlainRequest[] | (() => PlainRequest)
}

/** So many different requests a connection, spread over all accounts, so that no row is read only because it is warm. */
const VARIETY = 200

export const PAGE_SIZE = 25

const get = ({ reader }: World, path: string, headers: Record<string, string> = {}): PlainRequest => ({
  method: 'GET',
  path,
  headers: { authorization: reader.authorization, ...headers },
})

export const post = (path: string, body: unknown, headers: Record<string, string> = {}): PlainRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Numbers from 1 to `most`, far from each other, other ones for each connection. */
const spread = (most: number, connection: number) =>
  Array.from({ length: VARIETY }, (_, index) => 1 + (((index + connection * VARIETY) * 7919) % most))

const onAccounts = (toRequest: (world: World, number: number) => PlainRequest) => (world: World, connection: number) =>
  spread(world.accounts, connection).map((number) => toRequest(world, number))

/** Pages around the middle. */
function deepPages(world: World, connection: number): PlainRequest[] {
  const pages = Math.ceil(world.accounts / PAGE_SIZE)
  const span = Math.max(1, Math.floor(pages / 10))
  return spread(span, connection).map((page) =>
    get(world, `/partner-accounts?page=${Math.floor(pages / 2) + page - 1}`),
  )
}

/** Each connection creates for a partner of its own, as far as there are partners. */
function creations({ writers }: World, connection: number, headers: () => Record<string, string>) {
  const { authorization = '' } = writers[connection % writers.length] ?? {}
  return () => post('/partner-accounts', accountBody(), { authorization, ...headers() })
}

export const OPERATIONS: readonly Operation[] = [
  { name: 'list', title: 'list, page 1 of 25', requests: (world) => [get(world, '/partner-accounts')] },
  { name: 'deep', title: 'list, a page of 25 in the middle', requests: deepPages },
  {
    name: 'list100',
    title: 'list, page 1 of 100',
    requests: (world) => [get(world, '/partner-accounts?max_results=100')],
  },
  {
    name: 'get',
    title: 'one account by id',
    requests: onAccounts((world, number) => get(world, `/partner-accounts/${accountId(world.reader.id, number)}`)),
  },
  {
    name: 'document',
    title: 'one account by CNPJ or CPF',
    requests: onAccounts((world, number) => get(world, `/partner-accounts/${documentOf(number).value}`)),
  },
  {
    name: 'secret',
    title: 'one account with X-Secret',
    requests: (world) =>
      world.open.map(({ number, secret }) =>
        get(world, `/partner-accounts/${accountId(world.reader.id, number)}`, { 'x-secret': secret }),
      ),
  },
  {
    name: 'create',
    title: 'create an account',
    requests: (world, connection) => creations(world, connection, () => ({})),
  },
  {
    name: 'create-once',
    title: 'create an account with an Idempotency-Key',
    requests: (world, connection) => creations(world, connection, () => ({ 'idempotency-key': randomUUID() })),
  },
  {
    name: 'sign-in',
    title: 'sign in (argon2)',
    // Each its own user: attempts of one user wait for each other.
    requests({ writers }, connection) {
      const { email, password } = writers[connection % writers.length] ?? {}
      return [post('/tokens', { email, password })]
    },
  },
]
