import type { Bench } from '../bench.ts'
import type { Contender } from '../contenders/contender.ts'
import { warmUp } from '../measure/drive.ts'
import { measure, type Sample } from '../measure/measure.ts'
import { postmasterPid } from '../measure/postgres-process.ts'
import { type Operation, OPERATIONS, PAGE_SIZE } from '../operations.ts'
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
  contenders: readonly Contender[]
}

export interface GrowthRow {
  size: number
  contender: string
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

/** Whether a request costs more the more accounts there are, and the deeper it looks. */
const MEASURED = [...OPERATIONS.filter(({ name }) => ['list', 'deep', 'get', 'document'].includes(name)), LAST_PAGE]

/** @returns what was measured, and the plans of all statements at the largest size, in Markdown */
export async function growth(
  bench: Bench,
  { sizes, seconds, contenders }: GrowthOptions,
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
    for (const contender of contenders) {
      onProgress(`measuring ${contender.name} at ${size}`)
      rows.push({ size, contender: contender.name, samples: await measureAt(bench, contender, world, seconds) })
    }
  }
  world.open = [await issueSecret(bench.pool, reader.id, 1)]
  onProgress('explaining the statements')
  return { rows, plans: await plansOf(bench, contenders, world) }
}

/** One request at a time: what is looked for is how long it takes, not how many fit in. */
async function measureAt(
  bench: Bench,
  contender: Contender,
  world: World,
  seconds: number,
): Promise<GrowthRow['samples']> {
  const postmaster = await postmasterPid(bench.pool)
  const running = await bench.start(contender)
  const samples: GrowthRow['samples'] = []
  for (const { name, requests } of MEASURED) {
    const load = { connections: 1, requests: (connection: number) => requests(world, connection) }
    await warmUp({ ...load, baseUrl: running.baseUrl }, seconds / 2)
    samples.push({ operation: name, sample: await measure(running, postmaster, { ...load, until: { seconds } }) })
  }
  await running.stop()
  return samples
}

async function plansOf(bench: Bench, contenders: readonly Contender[], world: World): Promise<string> {
  const sections = [`# Statements and their plans at ${world.accounts} accounts\n`]
  for (const contender of contenders) {
    for (const recorded of await recordOperations(bench, contender, [...OPERATIONS, LAST_PAGE], world)) {
      sections.push(formatPlans(contender.name, recorded, await explainStatements(bench.pool, recorded)))
    }
  }
  return sections.join('\n')
}
