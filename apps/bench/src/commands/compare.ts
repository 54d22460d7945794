import type { Bench } from '../bench.ts'
import { checkResponses } from '../responses/check-responses.ts'
import type { Target } from '../targets/target.ts'
import type { RunningTarget } from '../targets/start-target.ts'
import { type Load, warmUp } from '../measure/drive.ts'
import { measure, type Sample } from '../measure/measure.ts'
import type { Operation } from '../operations.ts'
import type { Comparison } from '../report/comparison-report.ts'
import { seedWorld, type World } from '../seed/seed-world.ts'

export interface CompareOptions {
  accounts: number
  rounds: number
  until: Load['until']
  connections: number
  operations: readonly Operation[]
  targets: readonly Target[]
  profileFolder: string | undefined
}

/**
 * Measures each operation on each target. Alternates targets over several rounds, so that other work on the machine
 * affects them equally.
 *
 * @throws Error if a target responds wrongly
 */
export async function compare(
  bench: Bench,
  options: CompareOptions,
  onProgress: (text: string) => void,
): Promise<Comparison[]> {
  const { accounts, connections, targets, operations, profileFolder } = options
  onProgress(`seeding ${accounts} accounts`)
  const world = await seedWorld(bench, accounts, connections)
  const nodeArguments = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`]
  const running: RunningTarget[] = []
  const errors: string[] = []
  for (const target of targets) {
    const started = await bench.start(target, { nodeArguments })
    running.push(started)
    onProgress(`checking the responses of ${target.name}`)
    errors.push(...(await checkResponses(bench, started, world)))
  }
  if (errors.length > 0) throw new Error(['wrong responses', ...errors].join('\n  '))
  const comparisons: Comparison[] = []
  for (const operation of operations) {
    onProgress(`measuring: ${operation.title}`)
    comparisons.push(await compareOperation(bench, operation, running, world, options))
  }
  await Promise.all(running.map((target) => target.stop()))
  return comparisons
}

async function compareOperation(
  bench: Bench,
  operation: Operation,
  targets: readonly RunningTarget[],
  world: World,
  { rounds, until, connections }: CompareOptions,
): Promise<Comparison> {
  const postmasters = await bench.postmasters()
  const samples = new Map(targets.map(({ name }) => [name, [] as Sample[]]))
  const requests = (connection: number) => operation.requests(world, connection)
  for (const { baseUrl } of targets) {
    // Lets Node compile the operation's code first. `--short` skips this, because its figures are meaningless.
    if ('seconds' in until) await warmUp({ baseUrl, connections, requests }, until.seconds)
  }
  // Autovacuum may take a minute to analyze the new rows. Until then, plans scan whole tables.
  await bench.pool.query('ANALYZE')
  for (let round = 0; round < rounds; round++) {
    // Each round begins with another target, so that the first one has no advantage.
    for (let offset = 0; offset < targets.length; offset++) {
      const target = targets[(round + offset) % targets.length]!
      const sample = await measure(target, postmasters, { connections, requests, until })
      samples.get(target.name)?.push(sample)
    }
  }
  return { operation, samples }
}
