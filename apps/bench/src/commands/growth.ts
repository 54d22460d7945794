import type { Bench } from '../bench.ts'
import { BASELINE, SERVICE, type Target } from '../targets/target.ts'
import { createWhile, type Creations } from '../measure/create-while.ts'
import { warmUp } from '../measure/drive.ts'
import { measure, type Sample } from '../measure/measure.ts'
import { type TableSize, tableSizes } from '../measure/table-sizes.ts'
import { type Operation, OPERATIONS, PAGE_SIZE, type PlainRequest, post } from '../operations.ts'
import { issueSecret, seedAccounts } from '../seed/seed-accounts.ts'
import { type SeededPartner, seedPartners, seedUsers } from '../seed/seed-partners.ts'
import type { World } from '../seed/seed-world.ts'
import { explainStatements, formatPlans } from '../statements/explain-statements.ts'
import { countTouched, type Touched } from '../statements/count-touched.ts'
import { recordOperations } from '../statements/record-operations.ts'

export interface GrowthOptions {
  /** Of all partners together, ascending. */
  sizes: readonly number[]
  partners: number
  /** Ascending; none for PostgreSQL. The cluster starts with the first. */
  citusWorkers: readonly number[]
  seconds: number
  connections: number
  targets: readonly Target[]
}

export interface GrowthSample {
  operation: string
  single: Sample
  concurrent: Sample
}

export interface GrowthRow {
  size: number
  workers: number | undefined
  target: string
  samples: GrowthSample[]
}

/** Work on the cluster, such as rebalancing. */
export interface Move {
  what: string
  seconds: number
  /** Accounts created meanwhile; undefined if the service does not run. */
  creations: Creations | undefined
}

export interface TouchedRow extends Touched {
  target: string
  operation: string
}

export interface GrowthResult {
  rows: GrowthRow[]
  touched: TouchedRow[]
  /** At the end. */
  sizes: TableSize[]
  moves: Move[]
  /** Markdown. */
  plans: string
}

const LAST_PAGE: Operation = {
  name: 'last',
  title: 'list, the last page',
  requests: ({ reader: { authorization }, accounts }) => [
    {
      method: 'GET',
      path: `/partner-accounts?page=${Math.ceil(accounts / PAGE_SIZE)}`,
      headers: { authorization },
    },
  ],
}

/** Operations whose cost could depend on the number of accounts, the page or the number of servers. */
const MEASURED = [...OPERATIONS.filter(({ name }) => !['list100', 'secret', 'create-once'].includes(name)), LAST_PAGE]

const searchOperation = (name: string, title: string, input: object): Operation => ({
  name,
  title,
  requests: ({ reader: { authorization } }) => [
    { ...post('/trpc/accounts.search', input, { authorization }), isNative: true },
  ],
})

const SEARCHES = [
  searchOperation('filtered', 'the active accounts, page 1', { subscriptionStatuses: ['active'] }),
  searchOperation('all words', 'search for a word of all accounts', { query: 'empresa' }),
  searchOperation('rare word', 'search for words of a single account', { query: 'empresa 7919' }),
  searchOperation('typo', 'search for a misspelt word', { query: 'empreza 7919' }),
]

const CREATE = OPERATIONS.find(({ name }) => name === 'create')!
const CREATORS = 4

/** More than the service caches, so that each request queries permissions. */
const USERS = 15_000

/** Measures each operation at each number of accounts and workers, and explains its statements at the end. */
export async function measureGrowth(
  bench: Bench,
  { sizes, partners, citusWorkers, connections, seconds, targets }: GrowthOptions,
  onProgress: (text: string) => void,
): Promise<GrowthResult> {
  const readers = await seedPartners(bench, partners)
  const writers = await seedPartners(bench, connections)
  const [reader] = readers
  if (!reader) throw new Error('no partners were seeded')
  const serviceOperations = [await sessionOperation(bench, readers), ...SEARCHES]
  const world: World = { reader, accounts: 0, accountSecrets: [], viewer: reader, writers }
  const rows: GrowthRow[] = []
  const moves: Move[] = []
  const runMove = async (what: string, work: () => Promise<Creations | void>) => {
    onProgress(what)
    const startedAt = performance.now()
    const creations = (await work()) ?? undefined
    const elapsedSeconds = (performance.now() - startedAt) / 1000
    moves.push({ what, seconds: elapsedSeconds, creations })
    onProgress(`  done in ${elapsedSeconds.toFixed()} s`)
  }
  const measureAll = async (size: number, workers: number | undefined) => {
    for (const target of targets) {
      onProgress(`measuring ${target.name} at ${size}`)
      const worlds = Array.from({ length: connections }, (_, index) => ({
        ...world,
        reader: readers[index % partners]!,
      }))
      const operations = target === BASELINE ? MEASURED : [...MEASURED, ...serviceOperations]
      const samples = await measureTarget(bench, target, operations, { worlds, seconds, onProgress })
      rows.push({ size, workers, target: target.name, samples })
    }
  }
  const [firstWorkers, ...moreWorkers] = citusWorkers
  for (const size of sizes) {
    onProgress(`seeding ${size} accounts`)
    const first = world.accounts + 1
    world.accounts = Math.ceil(size / partners)
    const ids = readers.map(({ id }) => id)
    await seedAccounts(bench.pool, ids, first, world.accounts)
    if (size === sizes[0] && firstWorkers !== undefined) {
      await runMove(`distributing ${size} accounts`, () => bench.distribute())
    }
    await measureAll(size, firstWorkers)
  }
  for (const workerCount of moreWorkers) {
    await runMove(`rebalancing to ${workerCount} workers`, () => growUnderLoad(bench, workerCount, world))
    await measureAll(sizes.at(-1)!, workerCount)
  }
  world.accountSecrets = [await issueSecret(bench.pool, reader.id, 1)]
  onProgress('explaining the statements')
  const explained = await explainAll(bench, targets, world)
  return { rows, moves, sizes: await tableSizes(bench.pool), ...explained }
}

async function growUnderLoad(bench: Bench, workers: number, world: World): Promise<Creations> {
  const service = await bench.start(SERVICE)
  const creators = world.writers.map((_writer, connection) => CREATE.requests(world, connection) as () => PlainRequest)
  const load = { pool: bench.pool, baseUrl: service.baseUrl, creators: creators.slice(0, CREATORS) }
  try {
    return await createWhile(load, () => bench.growTo(workers))
  } finally {
    await service.stop()
  }
}

/** Reads sessions, each of another user. Only the service has them. */
async function sessionOperation({ pool, tokens }: Bench, partners: readonly SeededPartner[]): Promise<Operation> {
  const users = await seedUsers(
    pool,
    partners.map(({ id }) => id),
    USERS,
  )
  let next = 0
  return {
    name: 'session',
    title: 'the session of a user whose permissions are not cached',
    requests: () => () => {
      const authorization = `Bearer ${tokens.issue(users[next % USERS]!)}`
      next += 1
      return { method: 'GET', path: '/trpc/sessions.getCurrent', isNative: true, headers: { authorization } }
    },
  }
}

async function measureTarget(
  bench: Bench,
  target: Target,
  operations: readonly Operation[],
  { worlds, seconds, onProgress }: { worlds: readonly World[]; seconds: number; onProgress: (text: string) => void },
): Promise<GrowthSample[]> {
  const postmasters = await bench.postmasters()
  const running = await bench.start(target)
  const samples: GrowthSample[] = []
  for (const { name, requests } of operations) {
    const load = { requests: (connection: number) => requests(worlds[connection]!, connection) }
    const run = async (connections: number) => {
      await warmUp({ ...load, connections, baseUrl: running.baseUrl }, seconds / 2)
      return measure(running, postmasters, { ...load, connections, until: { seconds } })
    }
    const sample = { operation: name, single: await run(1), concurrent: await run(worlds.length) }
    samples.push(sample)
    onProgress(`  ${name}: ${sample.single.p50.toFixed(2)} ms, ${sample.concurrent.requestsPerSecond.toFixed()}/s`)
  }
  await running.stop()
  return samples
}

async function explainAll(
  bench: Bench,
  targets: readonly Target[],
  world: World,
): Promise<Pick<GrowthResult, 'plans' | 'touched'>> {
  const sections = [`# Statements and their plans at ${world.accounts} accounts of a partner\n`]
  const touched: TouchedRow[] = []
  for (const target of targets) {
    for (const recorded of await recordOperations(bench, target, [...OPERATIONS, LAST_PAGE], world)) {
      const explained = await explainStatements(bench.pool, recorded)
      sections.push(formatPlans(target.name, recorded, explained))
      const plans = explained.map(({ custom }) => custom)
      touched.push({ target: target.name, operation: recorded.operation.name, ...countTouched(plans) })
    }
  }
  return { plans: sections.join('\n'), touched }
}
