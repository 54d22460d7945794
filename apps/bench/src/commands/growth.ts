import type { Bench } from '../bench.ts'
import { BASELINE, PRISMA, type Target } from '../targets/target.ts'
import { warmUp } from '../measure/drive.ts'
import { measure, type Sample } from '../measure/measure.ts'
import { postmasterPid } from '../measure/postgres-process.ts'
import { type Operation, OPERATIONS, PAGE_SIZE, post } from '../operations.ts'
import { formatPlans } from '../report/plans-report.ts'
import { issueSecret, seedAccounts } from '../seed/seed-accounts.ts'
import { seedPartners } from '../seed/seed-partners.ts'
import type { World } from '../seed/seed-world.ts'
import { explainStatements } from '../statements/explain-statements.ts'
import { recordOperations } from '../statements/record-operations.ts'

export interface GrowthOptions {
  /** Accounts of one partner, ascending. */
  sizes: readonly number[]
  seconds: number
  targets: readonly Target[]
}

export interface GrowthRow {
  size: number
  target: string
  samples: { operation: string; sample: Sample }[]
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

/** The operations whose cost could depend on the number of accounts or the depth of a page. */
const MEASURED = [...OPERATIONS.filter(({ name }) => ['list', 'deep', 'get', 'document'].includes(name)), LAST_PAGE]

/** A search of the portal. Only the service has it. */
const search = (name: string, title: string, input: object): Operation => ({
  name,
  title,
  requests: ({ reader: { authorization } }) => [
    { ...post('/trpc/accounts.search', input, { authorization }), isNative: true },
  ],
})

const SEARCHES = [
  search('filtered', 'the active accounts, page 1', { subscription_statuses: ['active'] }),
  search('all words', 'search for a word of all accounts', { query: 'empresa' }),
  search('rare word', 'search for words of a single account', { query: 'empresa 7919' }),
  search('typo', 'search for a misspelt word', { query: 'empreza 7919' }),
]

/** Measures requests at each size. @returns the results, and the plans of all statements at the largest size as Markdown */
export async function growth(
  bench: Bench,
  { sizes, seconds, targets }: GrowthOptions,
  onProgress: (text: string) => void,
): Promise<{ rows: GrowthRow[]; plans: string }> {
  const [reader, writer] = await seedPartners(bench, 2)
  if (!reader || !writer) throw new Error('no partners were seeded')
  const world: World = { reader, accounts: 0, open: [], viewer: reader, writers: [writer] }
  const rows: GrowthRow[] = []
  for (const size of sizes) {
    onProgress(`seeding ${size} accounts`)
    await seedAccounts(bench.pool, reader.id, world.accounts + 1, size)
    world.accounts = size
    for (const target of targets) {
      onProgress(`measuring ${target.name} at ${size}`)
      rows.push({ size, target: target.name, samples: await measureAt(bench, target, world, seconds) })
    }
  }
  world.open = [await issueSecret(bench.pool, reader.id, 1)]
  onProgress('explaining the statements')
  return { rows, plans: await plansOf(bench, targets, world) }
}

/** Sends one request at a time, to measure latency and not throughput. */
async function measureAt(bench: Bench, target: Target, world: World, seconds: number): Promise<GrowthRow['samples']> {
  const postmaster = await postmasterPid(bench.pool)
  const running = await bench.start(target)
  const samples: GrowthRow['samples'] = []
  const isService = ![BASELINE, PRISMA].includes(target)
  for (const { name, requests } of [...MEASURED, ...(isService ? SEARCHES : [])]) {
    const load = { connections: 1, requests: (connection: number) => requests(world, connection) }
    await warmUp({ ...load, baseUrl: running.baseUrl }, seconds / 2)
    samples.push({ operation: name, sample: await measure(running, postmaster, { ...load, until: { seconds } }) })
  }
  await running.stop()
  return samples
}

async function plansOf(bench: Bench, targets: readonly Target[], world: World): Promise<string> {
  const sections = [`# Statements and their plans at ${world.accounts} accounts\n`]
  for (const target of targets) {
    for (const recorded of await recordOperations(bench, target, [...OPERATIONS, LAST_PAGE], world)) {
      sections.push(formatPlans(target.name, recorded, await explainStatements(bench.pool, recorded)))
    }
  }
  return sections.join('\n')
}
