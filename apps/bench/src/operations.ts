import { randomUUID } from 'node:crypto'
import { accountBody } from './seed/account-body.ts'
import type { World } from './seed/seed-world.ts'
import { accountId, taxIdOf } from './seed/seeded-account.ts'

export interface PlainRequest {
  method: 'GET' | 'POST'
  /** Below `{base_url}`, or below the origin for the native router. */
  path: string
  isNative?: true
  headers: Record<string, string>
  body?: string
}

/** A list to repeat, or a function that creates the next request. */
export type RequestSource = PlainRequest[] | (() => PlainRequest)

export interface Operation {
  name: string
  title: string
  requests: (world: World, connection: number) => RequestSource
}

/** Number of different requests per connection, spread over all accounts so that not all rows are cached. */
const VARIETY = 200
/**
 * Large, so that consecutive numbers are far apart. Prime, so that a number repeats only after all others, unless the
 * stride divides `max`.
 */
const STRIDE = 7919

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

/** Returns numbers from 1 to `max`, spread over the whole range, and different ones for each connection. */
const spreadNumbers = (max: number, connection: number) =>
  Array.from({ length: VARIETY }, (_, index) => 1 + (((index + connection * VARIETY) * STRIDE) % max))

const onAccounts = (toRequest: (world: World, number: number) => PlainRequest) => (world: World, connection: number) =>
  spreadNumbers(world.accounts, connection).map((number) => toRequest(world, number))

/** Reads a tenth of the pages, beginning in the middle. */
function deepPages(world: World, connection: number): PlainRequest[] {
  const pages = Math.ceil(world.accounts / PAGE_SIZE)
  const middle = Math.floor(pages / 2)
  const span = Math.max(1, Math.floor(pages / 10))
  return spreadNumbers(span, connection).map((number) => get(world, `/partner-accounts?page=${middle + number - 1}`))
}

/** Returns a function that generates a request on each call, always for a new account. */
export function newCreations(
  { writers }: World,
  connection: number,
  headers: () => Record<string, string> = () => ({}),
): () => PlainRequest {
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
    name: 'tax-id',
    title: 'one account by CNPJ or CPF',
    requests: onAccounts((world, number) => get(world, `/partner-accounts/${taxIdOf(number).value}`)),
  },
  {
    name: 'secret',
    title: 'one account with X-Secret',
    requests: (world) =>
      world.accountSecrets.map(({ number, secret }) =>
        get(world, `/partner-accounts/${accountId(world.reader.id, number)}`, { 'x-secret': secret }),
      ),
  },
  {
    name: 'create',
    title: 'create an account',
    requests: (world, connection) => newCreations(world, connection),
  },
  {
    name: 'create-once',
    title: 'create an account with an Idempotency-Key',
    requests: (world, connection) => newCreations(world, connection, () => ({ 'idempotency-key': randomUUID() })),
  },
  {
    name: 'sign-in',
    title: 'sign in (argon2)',
    // A user per connection, because sign-ins of one user wait for each other.
    requests({ writers }, connection) {
      const { email, password } = writers[connection % writers.length] ?? {}
      return [post('/tokens', { email, password })]
    },
  },
]
