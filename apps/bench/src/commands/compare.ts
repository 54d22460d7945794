import type { Bench } from '../bench.ts'
import { checkAnswers } from '../answers/check-answers.ts'
import type { Contender } from '../contenders/contender.ts'
import type { RunningContender } from '../contenders/start-contender.ts'
import { type Load, warmUp } from '../measure/drive.ts'
import { measure, type Sample } from '../measure/measure.ts'
import { postmasterPid } from '../measure/postgres-process.ts'
import type { Operation } from '../operations.ts'
import type { Comparison } from '../report/comparison-report.ts'
import { seedWorld, type World } from '../seed/seed-world.ts'

export interface CompareOptions {
  accounts: number
  rounds: number
  /** Length of a run. */
  until: Load['until']
  connections: number
  operations: readonly Operation[]
  contenders: readonly Contender[]
  /** Where Node writes a CPU profile of each contender. */
  profileFolder: string | undefined
}

/**
 * Measures each operation on each contender, in turn and over several rounds, so that whatever else the machine does
 * meets them all alike.
 *
 * @param onProgress is told what comes next
 * @throws Error when a contender answers wrongly, before or while it is measured
 */
export async function compare(
  bench: Bench,
  options: CompareOptions,
  onProgress: (text: string) => void,
): Promise<Comparison[]> {
  const { accounts, connections, contenders, operations, profileFolder } = options
  onProgress(`seeding ${accounts} accounts`)
  const world = await seedWorld(bench, accounts, connections)
  const nodeArguments = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`]
  const running: RunningContender[] = []
  const faults: string[] = []
  for (const contender of contenders) {
    const started = await bench.start(contender, { nodeArguments })
    running.push(started)
    onProgress(`checking the answers of ${contender.name}`)
    faults.push(...(await checkAnswers(bench, started, world)))
  }
  if (faults.length > 0) throw new Error(['wrong answers', ...faults].join('\n  '))
  const comparisons: Comparison[] = []
  for (const operation of operations) {
    onProgress(`measuring: ${operation.title}`)
    comparisons.push(await compareOperation(bench, operation, running, world, options))
  }
  await Promise.all(running.map((contender) => contender.stop()))
  return comparisons
}

async function compareOperation(
  { pool }: Bench,
  operation: Operation,
  contenders: readonly RunningContender[],
  world: World,
  { rounds, until, connections }: CompareOptions,
): Promise<Comparison> {
  const postmaster = await postmasterPid(pool)
  const samples = new Map(contenders.map(({ name }) => [name, [] as Sample[]]))
  const requests = (connection: number) => operation.requests(world, connection)
  for (const { baseUrl } of contenders) {
    // As long as a run: a process that is new to an operation still compiles its code for that long.
    if ('seconds' in until) await warmUp({ baseUrl, connections, requests }, until.seconds)
  }
  for (let round = 0; round < rounds; round++) {
    // Another one begins each round: nobody always follows the same one.
    for (let turn = 0; turn < contenders.length; turn++) {
      const contender = contenders[(round + turn) % contenders.length]!
      const sample = await measure(contender, postmaster, { connections, requests, until })
      samples.get(contender.name)?.push(sample)
    }
  }
  return { operation, samples }
}
