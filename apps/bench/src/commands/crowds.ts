import type { Pool } from 'pg'
import type { Bench } from '../bench.ts'
import type { Contender } from '../contenders/contender.ts'
import type { RunningContender } from '../contenders/start-contender.ts'
import { type Driven, drive, warmUp } from '../measure/drive.ts'
import { OPERATIONS, type Operation, type PlainRequest, post } from '../operations.ts'
import { accountBody } from '../seed/account-body.ts'
import { type SeededPartner, seedPartners } from '../seed/seed-partners.ts'
import { seedWorld, type World } from '../seed/seed-world.ts'

export interface CrowdsOptions {
  contenders: readonly Contender[]
  accounts: number
  seconds: number
  signIns: number
  writers: number
  /** Creations in all. */
  creations: number
  partners: number
}

export interface Crowd {
  contender: string
  about: string
  driven: Driven
}

/** Many at once, and what it does to the others. */
export async function crowds(
  bench: Bench,
  options: CrowdsOptions,
  onProgress: (text: string) => void,
): Promise<Crowd[]> {
  const { accounts, signIns, writers, partners } = options
  onProgress(`seeding ${accounts} accounts and ${partners} partners`)
  const world = await seedWorld(bench, accounts, Math.max(signIns, 1))
  const everyone = await seedPartners(bench, partners)
  const found: Crowd[] = []
  for (const contender of options.contenders) {
    const running = await bench.start(contender)
    const add = (about: string, driven: Driven) => found.push({ contender: contender.name, about, driven })
    onProgress(`${contender.name}: sign-ins`)
    for (const [about, driven] of await besideSignIns(running, world, options)) add(about, driven)
    onProgress(`${contender.name}: writers`)
    const [one] = await seedPartners(bench, 1)
    const many = await seedPartners(bench, writers)
    add(`create: ${writers} writers of one partner`, await write(bench.pool, running, [one!], options))
    add(`create: a writer each of ${writers} partners`, await write(bench.pool, running, many, options))
    onProgress(`${contender.name}: partners`)
    add(`list: ${partners} partners at once`, await readAtOnce(running, everyone, options))
    await running.stop()
  }
  return found
}

const operation = (name: string): Operation => OPERATIONS.find((one) => one.name === name)!

/** Reads of one account, one at a time: alone, then while so many sign in without a pause. */
async function besideSignIns(
  { baseUrl }: RunningContender,
  world: World,
  { seconds, signIns }: CrowdsOptions,
): Promise<[string, Driven][]> {
  const load = (name: string, connections: number) =>
    drive({
      ...{ baseUrl, connections, until: { seconds } },
      requests: (connection) => operation(name).requests(world, connection),
    })
  await warmUp({ baseUrl, connections: 1, requests: (connection) => operation('get').requests(world, connection) }, 1)
  const alone = await load('get', 1)
  const [beside, signedIn] = await Promise.all([load('get', 1), load('sign-in', signIns)])
  return [
    ['one account by id: alone', alone],
    [`one account by id: while ${signIns} sign in`, beside],
    [`sign-in: ${signIns} at once`, signedIn],
  ]
}

/** @throws Error when an account that was answered is not there, or the numbers have gaps */
async function write(
  pool: Pool,
  { baseUrl }: RunningContender,
  partners: readonly SeededPartner[],
  { writers, creations }: CrowdsOptions,
): Promise<Driven> {
  const driven = await drive({
    ...{ baseUrl, connections: writers, until: { amount: creations } },
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

async function checkNumbers(pool: Pool, partners: readonly SeededPartner[], answered: number): Promise<void> {
  const { rows } = await pool.query<{ dense: boolean; accounts: number }>(NUMBERS, [partners.map(({ id }) => id)])
  const stored = rows.reduce((sum, { accounts }) => sum + accounts, 0)
  if (stored !== answered) throw new Error(`${answered} creations were answered, ${stored} are stored`)
  if (!rows.every(({ dense }) => dense)) throw new Error('the numbers of the created accounts have gaps')
}

function readAtOnce(
  { baseUrl }: RunningContender,
  partners: readonly SeededPartner[],
  { seconds }: CrowdsOptions,
): Promise<Driven> {
  const requests = (connection: number): PlainRequest[] => {
    const { authorization = '' } = partners[connection] ?? {}
    return [{ method: 'GET', path: '/partner-accounts', headers: { authorization } }]
  }
  return drive({ baseUrl, connections: partners.length, requests, until: { seconds } })
}
