import type { Bench } from '../bench.ts'
import { BASELINE, SERVICE, type Target } from '../targets/target.ts'
import { createWhile, type Creations } from '../measure/create-while.ts'
import { warmUp } from '../measure/drive.ts'
import { measure, type Sample } from '../measure/measure.ts'
import { type TableSize, tableSizes } from '../measure/table-sizes.ts'
import { newCreations, type Operation, OPERATIONS, PAGE_SIZE, post } from '../operations.ts'
import { issueSecret, seedAccounts } from '../seed/seed-accounts.ts'
import { type SeededPartner, seedPartners, seedUsers } from '../seed/seed-partners.ts'
import type { World } from '../seed/seed-world.ts'
import { explainStatements, formatPlans } from '../statements/explain-statements.ts'
import { type QueryCounts, toQueryCounts } from '../statements/query-counts.ts'
import { recordOperations } from '../statements/record-operations.ts'

export interface GrowthOptions {
  /** Numbers of accounts to measure at, over all partners, ascending. */
  accountCounts: readonly number[]
  partners: number
  /** Numbers of Citus workers to measure at, ascending. Empty to measure plain PostgreSQL. */
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
  accountCount: number
  workers: number | undefined
  target: string
  samples: GrowthSample[]
}

/** Work on the cluster, such as rebalancing. */
export interface ClusterChange {
  what: string
  seconds: number
  /** Accounts created meanwhile; undefined if the service does not run. */
  creations: Creations | undefined
}

export interface OperationQueryCounts extends QueryCounts {
  target: string
  operation: string
}

export interface GrowthResult {
  rows: GrowthRow[]
  queryCounts: OperationQueryCounts[]
  /** Sizes at the end of the run. */
  tableSizes: TableSize[]
  clusterChanges: ClusterChange[]
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

/** Maximum number of connections that create accounts while the cluster grows. */
const MAX_CREATORS = 4

/** Exceeds the number of users whose permissions the service caches, so that each request queries permissions. */
const USERS = 15_000

/** Measures each operation at each number of accounts and workers, and explains its statements at the end. */
export async function measureGrowth(
  bench: Bench,
  { accountCounts, partners, citusWorkers, connections, seconds, targets }: GrowthOptions,
  onProgress: (text: string) => void,
): Promise<GrowthResult> {
  const readers = await seedPartners(bench, partners)
  const writers = await seedPartners(bench, connections)
  const [reader] = readers
  if (!reader) throw new Error('no partners were seeded')
  const serviceOperations = [await sessionOperation(bench, readers), ...SEARCHES]
  const world: World = { reader, accounts: 0, accountSecrets: [], viewer: reader, writers }
  const rows: GrowthRow[] = []
  const clusterChanges: ClusterChange[] = []
  const changeCluster = async (what: string, work: () => Promise<Creations | undefined>) => {
    onProgress(what)
    const startedAt = performance.now()
    const creations = await work()
    const elapsedSeconds = (performance.now() - startedAt) / 1000
    clusterChanges.push({ what, seconds: elapsedSeconds, creations })
    onProgress(`  done in ${elapsedSeconds.toFixed()} s`)
  }
  const measureAll = async (accountCount: number, workers: number | undefined) => {
    for (const target of targets) {
      onProgress(`measuring ${target.name} at ${accountCount} accounts`)
      const worlds = Array.from({ length: connections }, (_, index) => ({
        ...world,
        reader: readers[index % partners]!,
      }))
      const operations = target === BASELINE ? MEASURED : [...MEASURED, ...serviceOperations]
      const samples = await measureTarget(bench, target, operations, { worlds, seconds, onProgress })
      rows.push({ accountCount, workers, target: target.name, samples })
    }
  }
  const [firstWorkers, ...moreWorkers] = citusWorkers
  for (const accountCount of accountCounts) {
    onProgress(`seeding ${accountCount} accounts`)
    const first = world.accounts + 1
    world.accounts = Math.ceil(accountCount / partners)
    const ids = readers.map(({ id }) => id)
    await seedAccounts(bench.pool, ids, first, world.accounts)
    if (accountCount === accountCounts[0] && firstWorkers !== undefined) {
      await changeCluster(`distributing ${accountCount} accounts`, () => bench.distribute().then(() => undefined))
    }
    await measureAll(accountCount, firstWorkers)
  }
  for (const workerCount of moreWorkers) {
    await changeCluster(`rebalancing to ${workerCount} workers`, () => growUnderLoad(bench, workerCount, world))
    await measureAll(accountCounts.at(-1)!, workerCount)
  }
  world.accountSecrets = [await issueSecret(bench.pool, reader.id, 1)]
  onProgress('explaining the statements')
  const explained = await explainAll(bench, targets, world)
  return { rows, clusterChanges, tableSizes: await tableSizes(bench.pool), ...explained }
}

async function growUnderLoad(bench: Bench, workers: number, world: World): Promise<Creations> {
  const service = await bench.start(SERVICE)
  const creators = world.writers.map((_writer, connection) => newCreations(world, connection))
  const load = { pool: bench.pool, baseUrl: service.baseUrl, creators: creators.slice(0, MAX_CREATORS) }
  try {
    return await createWhile(load, () => bench.growTo(workers))
  } finally {
    await service.stop()
  }
}

/**
 * Seeds users, and returns an operation that reads the session of a different user with each request. The baseline has no
 * sessions.
 */
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
): Promise<Pick<GrowthResult, 'plans' | 'queryCounts'>> {
  const sections = [`# Statements and their plans at ${world.accounts} accounts of a partner\n`]
  const queryCounts: OperationQueryCounts[] = []
  for (const target of targets) {
    for (const recorded of await recordOperations(bench, target, [...OPERATIONS, LAST_PAGE], world)) {
      const explained = await explainStatements(bench.pool, recorded)
      sections.push(formatPlans(target.name, recorded, explained))
      const plans = explained.map(({ custom }) => custom)
      queryCounts.push({ target: target.name, operation: recorded.operation.name, ...toQueryCounts(plans) })
    }
  }
  return { plans: sections.join('\n'), queryCounts }
}
