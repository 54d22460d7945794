import path from 'node:path'
import type { Command } from 'commander'
import { compare, type CompareOptions } from '../commands/compare.ts'
import { type Operation, OPERATIONS } from '../operations.ts'
import { parseAmount, targetsOption, parseCount, parseOperations } from '../option-values.ts'
import { formatOperation, summarize } from '../report/comparison-report.ts'
import { withBench } from '../with-bench.ts'
import { print, printProgress, writeJson } from './output.ts'

interface Options extends Pick<CompareOptions, 'accounts' | 'rounds' | 'connections' | 'targets'> {
  seconds: number
  only?: readonly Operation[]
  cpuProfile?: string
  json?: string
  short?: true
}

/** Sizes that only verify that everything runs. */
const SHORT = { accounts: 300, rounds: 1, until: { requests: 20 }, connections: 2 }

export function addCompare(program: Command): void {
  program
    .command('compare', { isDefault: true })
    .description('Requests/s, latency, CPU time and memory of each operation, and their ratios to the baseline.')
    .option('--accounts <n>', 'accounts of the partner that reads', parseCount, 20_000)
    .option('--rounds <n>', 'rounds; medians over them are printed', parseCount, 5)
    .option('--seconds <n>', 'length of a run', parseAmount, 4)
    .option('--connections <n>', 'concurrent connections', parseCount, 8)
    .option(
      '--only <operations>',
      `some of ${OPERATIONS.map(({ name }) => name).join(',')} (default: all)`,
      parseOperations,
    )
    .addOption(targetsOption())
    .option('--cpu-profile <folder>', 'have Node write a CPU profile of each target')
    .option('--json <file>', 'write the results as JSON too')
    .option('--short', 'verify in seconds that everything runs; the figures are meaningless')
    .action(async ({ only = OPERATIONS, targets, cpuProfile, json, short, seconds, ...given }: Options) => {
      // Targets run in another working directory.
      const profileFolder = cpuProfile && path.resolve(cpuProfile)
      const size = short ? SHORT : { ...given, until: { seconds } }
      const options = { ...size, operations: only, targets, profileFolder }
      const comparisons = await withBench((bench) => compare(bench, options, printProgress))
      const results = comparisons.map(summarize)
      print(results.map(formatOperation).join(''))
      writeJson(json, results)
    })
}
