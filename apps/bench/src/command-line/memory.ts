import type { Command } from 'commander'
import { measureMemory, type MemoryOptions, type MemoryPoint } from '../commands/memory.ts'
import { SERVICE } from '../targets/target.ts'
import { parseAmount, parseTargetOption, parseCount } from '../option-values.ts'
import { formatTable, formatMegabytes, formatNumber } from '../report/format-table.ts'
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
        printProgress(`minute ${formatNumber(point.minute, 1)}: ${formatMegabytes(point.bytes)} MB`)
      const points = await withBench((bench) => measureMemory(bench, options, printPoint))
      const rows = points.map(({ minute, bytes, requestsPerSecond }) => [
        formatNumber(minute, 1),
        formatMegabytes(bytes),
        formatNumber(requestsPerSecond),
      ])
      print(`\n${formatTable(['minute', 'MB', 'req/s'], rows)}`)
      writeJson(json, points)
    })
}
