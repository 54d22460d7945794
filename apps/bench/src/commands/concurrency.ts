import type { Pool } from 'pg'
import type { Bench } from '../bench.ts'
import type { Target } from '../targets/target.ts'
import type { RunningTarget } from '../targets/start-target.ts'
import { type LoadResult, drive, warmUp } from '../measure/drive.ts'
import { OPERATIONS, type Operation, type PlainRequest, post } from '../operations.ts'
import { accountBody } from '../seed/account-body.ts'
import { type SeededPartner, seedPartners } from '../seed/seed-partners.ts'
import { seedWorld, type World } from '../seed/seed-world.ts'

export interface ConcurrencyOptions {
  targets: readonly Target[]
  accounts: number
  seconds: number
  signIns: number
  writers: number
  creations: number
  partners: number
}

export interface ConcurrencyResult {
  target: string
  about: string
  result: LoadResult
}

/**
 * Measures three loads: reads during sign-ins, creations (by one partner, then by many), and lists of many partners.
 *
 * @throws Error if a creation is lost or the accounts' numbers have gaps
 */
export async function measureConcurrency(
  bench: Bench,
  options: ConcurrencyOptions,
  onProgress: (text: string) => void,
): Promise<ConcurrencyResult[]> {
  const { accounts, signIns, writers, partners } = options
  onProgress(`seeding ${accounts} accounts and ${partners} partners`)
  const world = await seedWorld(bench, accounts, Math.max(signIns, 1))
  const readers = await seedPartners(bench, partners)
  const results: ConcurrencyResult[] = []
  for (const target of options.targets) {
    const running = await bench.start(target)
    const add = (about: string, result: LoadResult) => {
      results.push({ target: target.name, about, result })
    }
    onProgress(`${target.name}: sign-ins`)
    for (const { about, result } of await measureBesideSignIns(running, world, options)) add(about, result)
    onProgress(`${target.name}: writers`)
    const onePartner = await seedPartners(bench, 1)
    const manyPartners = await seedPartners(bench, writers)
    add(`create: ${writers} writers of one partner`, await createConcurrently(bench.pool, running, onePartner, options))
    add(
      `create: a writer each of ${writers} partners`,
      await createConcurrently(bench.pool, running, manyPartners, options),
    )
    onProgress(`${target.name}: partners`)
    add(`list: ${partners} partners concurrently`, await readConcurrently(running, readers, options))
    await running.stop()
  }
  return results
}

const operationOf = (name: string): Operation => OPERATIONS.find((operation) => operation.name === name)!

async function measureBesideSignIns(
  { baseUrl }: RunningTarget,
  world: World,
  { seconds, signIns }: ConcurrencyOptions,
): Promise<Omit<ConcurrencyResult, 'target'>[]> {
  const requestsOf = (name: string) => (connection: number) => operationOf(name).requests(world, connection)
  const run = (name: string, connections: number) =>
    drive({ baseUrl, connections, until: { seconds }, requests: requestsOf(name) })
  await warmUp({ baseUrl, connections: 1, requests: requestsOf('get') }, 1)
  const readsOnly = await run('get', 1)
  const [reads, concurrentSignIns] = await Promise.all([run('get', 1), run('sign-in', signIns)])
  return [
    { about: 'one account by id: no other load', result: readsOnly },
    { about: `one account by id: while ${signIns} sign in`, result: reads },
    { about: `sign-in: ${signIns} concurrently`, result: concurrentSignIns },
  ]
}

async function createConcurrently(
  pool: Pool,
  { baseUrl }: RunningTarget,
  partners: readonly SeededPartner[],
  { writers, creations }: ConcurrencyOptions,
): Promise<LoadResult> {
  const result = await drive({
    baseUrl,
    connections: writers,
    until: { requests: creations },
    requests(connection) {
      const { authorization = '' } = partners[connection % partners.length] ?? {}
      return () => post('/partner-accounts', accountBody(), { authorization })
    },
  })
  await checkNumbers(pool, partners, result.requests)
  return result
}

/** Selects whether the numbers of a partner's accounts are those from 1 to its `account_count`. */
const NUMBERS = `
  SELECT p.account_count = count(a.number) AND p.account_count = coalesce(max(a.number), 0) AS "isDense",
         count(a.number)::int AS accounts
  FROM partners p LEFT JOIN accounts a ON a.partner_id = p.id
  WHERE p.id = ANY($1)
  GROUP BY p.id`

async function checkNumbers(pool: Pool, partners: readonly SeededPartner[], created: number): Promise<void> {
  const { rows } = await pool.query<{ isDense: boolean; accounts: number }>(NUMBERS, [partners.map(({ id }) => id)])
  const stored = rows.reduce((sum, { accounts }) => sum + accounts, 0)
  if (stored !== created) throw new Error(`${created} creations succeeded, but ${stored} accounts are stored`)
  if (!rows.every(({ isDense }) => isDense)) throw new Error('the numbers of the created accounts have gaps')
}

function readConcurrently(
  { baseUrl }: RunningTarget,
  partners: readonly SeededPartner[],
  { seconds }: ConcurrencyOptions,
): Promise<LoadResult> {
  const requests = (connection: number): PlainRequest[] => {
    const { authorization = '' } = partners[connection] ?? {}
    return [{ method: 'GET', path: '/partner-accounts', headers: { authorization } }]
  }
  return drive({ baseUrl, connections: partners.length, requests, until: { seconds } })
}
