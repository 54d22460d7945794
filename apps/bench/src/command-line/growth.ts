import { type Command, Option } from 'commander'
import { growth, type GrowthOptions, type GrowthRow } from '../commands/growth.ts'
import { amount, ascending, targetsOption } from '../option-values.ts'
import { formatTable, number } from '../report/format-table.ts'
import { withBench } from '../with-bench.ts'
import { print, printProgress, writeFile, writeJson } from './output.ts'

interface Options extends GrowthOptions {
  plans: string
  json?: string
}

export function addGrowth(program: Command): void {
  program
    .command('growth')
    .description('Cost of pages and lookups by number of accounts, and the plans of all statements.')
    .addOption(
      new Option('--sizes <numbers>', 'accounts of one partner')
        .argParser(ascending)
        .default([10_000, 100_000, 1_000_000], '10000,100000,1000000'),
    )
    .option('--seconds <n>', 'length of a run', amount, 3)
    .addOption(targetsOption())
    .option('--plans <file>', 'Markdown file for the plans', '.data/bench-plans.md')
    .option('--json <file>', 'write the results as JSON too')
    .action(async ({ plans: file, json, ...options }: Options) => {
      const { rows, plans } = await withBench((bench) => growth(bench, options, printProgress))
      print(`\nmedian ms of a request, and PostgreSQL's CPU µs\n${formatGrowth(rows)}`)
      writeFile(file, plans)
      print(`\nplans: ${file}\n`)
      writeJson(json, rows)
    })
}

function formatGrowth(rows: readonly GrowthRow[]): string {
  const operations = [...new Set(rows.flatMap(({ samples }) => samples.map(({ operation }) => operation)))]
  return formatTable(
    ['', 'accounts', ...operations],
    rows.map(({ size, target, samples }) => [
      target,
      String(size),
      ...operations.map((operation) => {
        const sample = samples.find((measured) => measured.operation === operation)?.sample
        return sample ? `${number(sample.p50, 2)} / ${number(sample.postgresCpu)}` : ''
      }),
    ]),
  )
}
