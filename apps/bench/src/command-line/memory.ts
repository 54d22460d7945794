import type { Command } from 'commander'
import { memory, type MemoryOptions, type MemoryPoint } from '../commands/memory.ts'
import { SERVICE } from '../targets/target.ts'
import { parseAmount, parseTargetOption, parseCount } from '../option-values.ts'
import { formatTable, megabytes, number } from '../report/format-table.ts'
import { withBench } from '../with-bench.ts'
import { print, printProgress, writeJson } from './output.ts'

interface Options extends MemoryOptions {
  json?: string
}

export function addMemory(program: Command): void {
  program
    .command('memory')
    .description('Resident memory during minutes of mixed load.')
    .option('--minutes <n>', 'duration', parseAmount, 5)
    .option('--accounts <n>', 'accounts of the partner that reads', parseCount, 20_000)
    .option('--connections <n>', 'concurrent connections', parseCount, 14)
    .option('--target <name>', 'program to measure', parseTargetOption, SERVICE)
    .option('--json <file>', 'write the results as JSON too')
    .action(async ({ json, ...options }: Options) => {
      const printPoint = (point: MemoryPoint) =>
        printProgress(`minute ${number(point.minute, 1)}: ${megabytes(point.bytes)} MB`)
      const points = await withBench((bench) => memory(bench, options, printPoint))
      const rows = points.map(({ minute, bytes, requestsPerSecond }) => [
        number(minute, 1),
        megabytes(bytes),
        number(requestsPerSecond),
      ])
      print(`\n${formatTable(['minute', 'MB', 'req/s'], rows)}`)
      writeJson(json, points)
    })
}
