import type { Command } from 'commander'
import { measureStarts, type StartOptions } from '../commands/start.ts'
import { amount, count } from '../option-values.ts'
import { formatTable, megabytes, number } from '../report/format-table.ts'
import { withBench } from '../with-bench.ts'
import { print, writeJson } from './output.ts'

interface Options extends StartOptions {
  json?: string
}

export function addStart(program: Command): void {
  program
    .command('start')
    .description('How long the service takes until it is ready, and what it holds at rest.')
    .option('--rounds <n>', 'starts of each kind', count, 5)
    .option('--rest-seconds <n>', 'how long it is left alone before its memory is looked at', amount, 5)
    .option('--json <file>', 'write the results as JSON too')
    .action(async ({ json, ...options }: Options) => {
      const results = await withBench((bench) => measureStarts(bench, options))
      const rows = results.map(({ about, readyMs, restingBytes }) => [about, number(readyMs), megabytes(restingBytes)])
      print(`\n${formatTable(['', 'ready after ms', 'MB at rest'], rows)}`)
      writeJson(json, results)
    })
}
