import type { Command } from 'commander'
import { memory, type MemoryOptions, type MemoryPoint } from '../commands/memory.ts'
import { SERVICE } from '../contenders/contender.ts'
import { amount, contender, count } from '../option-values.ts'
import { formatTable, megabytes, number } from '../report/format-table.ts'
import { withBench } from '../with-bench.ts'
import { print, tellProgress, writeJson } from './output.ts'

interface Options extends MemoryOptions {
  json?: string
}

export function addMemory(program: Command): void {
  program
    .command('memory')
    .description('Resident memory over minutes of load of all kinds.')
    .option('--minutes <n>', 'how long', amount, 5)
    .option('--accounts <n>', 'accounts of the partner that reads', count, 20_000)
    .option('--connections <n>', 'connections that ask at once', count, 14)
    .option('--contender <name>', 'whose', contender, SERVICE)
    .option('--json <file>', 'write the results as JSON too')
    .action(async ({ json, ...options }: Options) => {
      const tell = (point: MemoryPoint) =>
        tellProgress(`minute ${number(point.minute, 1)}: ${megabytes(point.bytes)} MB`)
      const points = await withBench((bench) => memory(bench, options, tell))
      const rows = points.map(({ minute, bytes, requestsPerSecond }) => [
        ...[number(minute, 1), megabytes(bytes), number(requestsPerSecond)],
      ])
      print(`\n${formatTable(['minute', 'MB', 'req/s'], rows)}`)
      writeJson(json, points)
    })
}
