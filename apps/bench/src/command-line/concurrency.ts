import type { Command } from 'commander'
import { type ConcurrencyOptions, measureConcurrency } from '../commands/concurrency.ts'
import { parseAmount, targetsOption, parseCount } from '../option-values.ts'
import { formatTable, formatNumber } from '../report/format-table.ts'
import { withBench } from '../with-bench.ts'
import { print, printProgress, writeJson } from './output.ts'

interface Options extends ConcurrencyOptions {
  json?: string
}

export function addConcurrency(program: Command): void {
  program
    .command('concurrency')
    .description('Concurrent clients: sign-ins beside reads, writers of one partner and of many, a thousand partners.')
    .option('--accounts <n>', 'accounts of the partner that reads', parseCount, 20_000)
    .option('--seconds <n>', 'length of a run', parseAmount, 5)
    .option('--sign-ins <n>', 'concurrent sign-ins', parseCount, 20)
    .option('--writers <n>', 'concurrent connections that create accounts', parseCount, 50)
    .option('--creations <n>', 'accounts to create', parseCount, 2_000)
    .option('--partners <n>', 'partners that read concurrently', parseCount, 1_000)
    .addOption(targetsOption())
    .option('--json <file>', 'write the results as JSON too')
    .action(async ({ json, ...options }: Options) => {
      const results = await withBench((bench) => measureConcurrency(bench, options, printProgress))
      const sorted = results.toSorted((one, other) => one.about.localeCompare(other.about))
      const rows = sorted.map(({ target, about, result: { requests, seconds, p50, p99 } }) => [
        about,
        target,
        formatNumber(requests / seconds),
        formatNumber(p50, 2),
        formatNumber(p99, 2),
      ])
      print(`\n${formatTable(['', '', 'req/s', 'p50 ms', 'p99 ms'], rows)}`)
      // `measureConcurrency` throws if a creation is lost or a number is missing.
      print('\nno creation was lost, and the numbers of the created accounts have no gaps\n')
      writeJson(json, results)
    })
}
