import type { Command } from 'commander'
import { crowds, type CrowdsOptions } from '../commands/crowds.ts'
import { amount, contendersOption, count } from '../option-values.ts'
import { formatTable, number } from '../report/format-table.ts'
import { withBench } from '../with-bench.ts'
import { print, tellProgress, writeJson } from './output.ts'

interface Options extends CrowdsOptions {
  json?: string
}

export function addCrowds(program: Command): void {
  program
    .command('crowds')
    .description('Many at once: sign-ins beside reads, writers of one partner and of many, a thousand partners.')
    .option('--accounts <n>', 'accounts of the partner that reads', count, 20_000)
    .option('--seconds <n>', 'length of a run', amount, 5)
    .option('--sign-ins <n>', 'people who sign in at once', count, 20)
    .option('--writers <n>', 'connections that create at once', count, 50)
    .option('--creations <n>', 'accounts that they create', count, 2_000)
    .option('--partners <n>', 'partners that read at once', count, 1_000)
    .addOption(contendersOption())
    .option('--json <file>', 'write the results as JSON too')
    .action(async ({ json, ...options }: Options) => {
      const results = await withBench((bench) => crowds(bench, options, tellProgress))
      const rows = results.map(({ contender, about, driven: { requests, seconds, p50, p99 } }) => [
        ...[about, contender, number(requests / seconds), number(p50, 2), number(p99, 2)],
      ])
      print(`\n${formatTable(['', '', 'req/s', 'p50 ms', 'p99 ms'], rows.sort(byAbout))}`)
      print('\nno creation was lost, and the numbers of the created accounts have no gaps\n')
      writeJson(json, results)
    })
}

const byAbout = ([a = '']: readonly string[], [b = '']: readonly string[]) => a.localeCompare(b)
