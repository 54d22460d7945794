import type { Pool } from 'pg'
import type { Bench } from '../bench.ts'
import type { Target } from '../targets/target.ts'
import type { RunningTarget } from '../targets/start-target.ts'
import { type Driven, drive, warmUp } from '../measure/drive.ts'
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
  driven: Driven
}

export async function concurrency(
  bench: Bench,
  options: ConcurrencyOptions,
  onProgress: (text: string) => void,
): Promise<ConcurrencyResult[]> {
  const { accounts, signIns, writers, partners } = options
  onProgress(`seeding ${accounts} accounts and ${partners} partners`)
  const world = await seedWorld(bench, accounts, Math.max(signIns, 1))
  const everyone = await seedPartners(bench, partners)
  const results: ConcurrencyResult[] = []
  for (const target of options.targets) {
    const running = await bench.start(target)
    const add = (about: string, driven: Driven) => results.push({ target: target.name, about, driven })
    onProgress(`${target.name}: sign-ins`)
    for (const [about, driven] of await besideSignIns(running, world, options)) add(about, driven)
    onProgress(`${target.name}: writers`)
    const [one] = await seedPartners(bench, 1)
    const many = await seedPartners(bench, writers)
    add(`create: ${writers} writers of one partner`, await write(bench.pool, running, [one!], options))
    add(`create: a writer each of ${writers} partners`, await write(bench.pool, running, many, options))
    onProgress(`${target.name}: partners`)
    add(`list: ${partners} partners concurrently`, await readConcurrently(running, everyone, options))
    await running.stop()
  }
  return results
}

const operation = (name: string): Operation => OPERATIONS.find((one) => one.name === name)!

async function besideSignIns(
  { baseUrl }: RunningTarget,
  world: World,
  { seconds, signIns }: ConcurrencyOptions,
): Promise<[string, Driven][]> {
  const load = (name: string, connections: number) =>
    drive({
      baseUrl,
      connections,
      until: { seconds },
      requests: (connection) => operation(name).requests(world, connection),
    })
  await warmUp({ baseUrl, connections: 1, requests: (connection) => operation('get').requests(world, connection) }, 1)
  const unloaded = await load('get', 1)
  const [beside, signedIn] = await Promise.all([load('get', 1), load('sign-in', signIns)])
  return [
    ['one account by id: no other load', unloaded],
    [`one account by id: while ${signIns} sign in`, beside],
    [`sign-in: ${signIns} concurrently`, signedIn],
  ]
}

async function write(
  pool: Pool,
  { baseUrl }: RunningTarget,
  partners: readonly SeededPartner[],
  { writers, creations }: ConcurrencyOptions,
): Promise<Driven> {
  const driven = await drive({
    baseUrl,
    connections: writers,
    until: { amount: creations },
    requests(connection) {
      const { authorization = '' } = partners[connection % partners.length] ?? {}
      return () => post('/partner-accounts', accountBody(), { authorization })
    },
  })
  await checkNumbers(pool, partners, driven.requests)
  return driven
}

const NUMBERS = `
  SELECT p.account_count = count(a.number) AND p.account_count = coalesce(max(a.number), 0) AS dense,
         count(a.number)::int AS accounts
  FROM partners p LEFT JOIN accounts a ON a.partner_id = p.id
  WHERE p.id = ANY($1)
  GROUP BY p.id`

async function checkNumbers(pool: Pool, partners: readonly SeededPartner[], created: number): Promise<void> {
  const { rows } = await pool.query<{ dense: boolean; accounts: number }>(NUMBERS, [partners.map(({ id }) => id)])
  const stored = rows.reduce((sum, { accounts }) => sum + accounts, 0)
  if (stored !== created) throw new Error(`${created} creations succeeded, but ${stored} accounts are stored`)
  if (!rows.every(({ dense }) => dense)) throw new Error('the numbers of the created accounts have gaps')
}

function readConcurrently(
  { baseUrl }: RunningTarget,
  partners: readonly SeededPartner[],
  { seconds }: ConcurrencyOptions,
): Promise<Driven> {
  const requests = (connection: number): PlainRequest[] => {
    const { authorization = '' } = partners[connection] ?? {}
    return [{ method: 'GET', path: '/partner-accounts', headers: { authorization } }]
  }
  return drive({ baseUrl, connections: partners.length, requests, until: { seconds } })
}
