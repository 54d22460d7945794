import type { Command } from 'commander'
import { measureStarts, type StartOptions } from '../commands/start.ts'
import { parseAmount, parseCount } from '../option-values.ts'
import { formatTable, formatMegabytes, formatNumber } from '../report/format-table.ts'
import { withBench } from '../with-bench.ts'
import { print, writeJson } from './output.ts'

interface Options extends StartOptions {
  json?: string
}

export function addStart(program: Command): void {
  program
    .command('start')
    .description('Time until the service is ready, and its memory at rest.')
    .option('--rounds <n>', 'starts of each kind', parseCount, 5)
    .option('--rest-seconds <n>', 'idle time before its memory is measured', parseAmount, 5)
    .option('--json <file>', 'write the results as JSON too')
    .action(async ({ json, ...options }: Options) => {
      const results = await withBench((bench) => measureStarts(bench, options))
      const rows = results.map(({ about, readyMs, restingBytes }) => [
        about,
        formatNumber(readyMs),
        formatMegabytes(restingBytes),
      ])
      print(`\n${formatTable(['', 'ready after ms', 'MB at rest'], rows)}`)
      writeJson(json, results)
    })
}
