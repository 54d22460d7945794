import { citusPrograms } from '@partner-accounts/local-servers'
import { type Command, Option } from 'commander'
import {
  type ClusterChange,
  type GrowthOptions,
  type GrowthResult,
  type GrowthSample,
  measureGrowth,
} from '../commands/growth.ts'
import type { TableSize } from '../measure/table-sizes.ts'
import { parseAmount, parseAscending, parseCount, targetsOption } from '../option-values.ts'
import { formatTable, formatMegabytes, formatNumber } from '../report/format-table.ts'
import { SERVICE, type Target, TARGETS } from '../targets/target.ts'
import { withBench } from '../with-bench.ts'
import { print, printProgress, writeFile, writeJson } from './output.ts'

interface Options extends Omit<GrowthOptions, 'accountCounts' | 'targets' | 'citusWorkers'> {
  sizes: readonly number[]
  citusWorkers?: readonly number[]
  targets?: readonly Target[]
  plans: string
  json?: string
}

export function addGrowth(program: Command): void {
  program
    .command('growth')
    .description('Cost of each operation by number of accounts and of servers, and the plans of all statements.')
    .addOption(
      new Option('--sizes <numbers>', 'accounts of all partners together')
        .argParser(parseAscending)
        .default([10_000, 100_000, 1_000_000], '10000,100000,1000000'),
    )
    .option('--partners <n>', 'partners that share the accounts', parseCount, 1)
    .option(
      '--citus-workers <numbers>',
      'run on a Citus coordinator with this many workers; after the last size, grow the cluster to each further number',
      parseAscending,
    )
    .option('--seconds <n>', 'length of a run', parseAmount, 3)
    .option('--connections <n>', 'concurrent connections when throughput is measured', parseCount, 8)
    .addOption(targetsOption().default(undefined, 'all; with --citus-workers, service'))
    .option('--plans <file>', 'Markdown file for the plans', '.data/bench-plans.md')
    .option('--json <file>', 'write the results as JSON too')
    .action(async ({ plans: file, json, sizes, citusWorkers = [], targets, ...options }: Options) => {
      const isCitus = citusWorkers.length > 0
      if (isCitus && citusPrograms() === undefined) {
        print('skipped: the extension citus is not installed for PostgreSQL\n')
        return
      }
      const growthOptions = {
        ...options,
        accountCounts: sizes,
        citusWorkers,
        targets: targets ?? (isCitus ? [SERVICE] : TARGETS),
      }
      const result = await withBench((bench) => measureGrowth(bench, growthOptions, printProgress), citusWorkers[0])
      print(formatGrowth(result, options))
      for (const change of result.clusterChanges) print(formatClusterChange(change))
      writeFile(file, result.plans)
      print(`\nplans: ${file}\n`)
      writeJson(json, result)
    })
}

const formatGrowth = (result: GrowthResult, { connections }: Pick<Options, 'connections'>) =>
  [
    section(
      "one request at a time: ms of a request (median, 99 %), and PostgreSQL's CPU µs",
      formatSamples(result, ({ single: { p50, p99, postgresCpu } }) =>
        [formatNumber(p50, 2), formatNumber(p99, 1), formatNumber(postgresCpu)].join(' / '),
      ),
    ),
    section(
      `${connections} connections: requests/s, and ms of a request (median, 99 %)`,
      formatSamples(result, ({ concurrent: { requestsPerSecond, p50, p99 } }) =>
        [formatNumber(requestsPerSecond), formatNumber(p50, 1), formatNumber(p99, 1)].join(' / '),
      ),
    ),
    section(
      'statements of a request, the shards of each, and the rows that they read',
      formatQueryCounts(result.queryCounts),
    ),
    section('MB on disk', formatSizes(result.tableSizes)),
  ].join('')

const section = (title: string, table: string) => `\n${title}\n${table}`

const formatQueryCounts = (queryCounts: GrowthResult['queryCounts']) =>
  formatTable(
    ['', 'operation', 'statements', 'shards', 'rows'],
    queryCounts.map(({ target, operation, statements, shards, rows }) => [
      target,
      operation,
      String(statements),
      String(shards ?? ''),
      String(rows ?? ''),
    ]),
  )

function formatSamples({ rows }: GrowthResult, toCell: (sample: GrowthSample) => string): string {
  const operations = [...new Set(rows.flatMap(({ samples }) => samples.map(({ operation }) => operation)))]
  return formatTable(
    ['', 'accounts', 'workers', ...operations],
    rows.map(({ accountCount, workers, target, samples }) => [
      target,
      String(accountCount),
      String(workers ?? ''),
      ...operations.map((operation) => {
        const sample = samples.find((measured) => measured.operation === operation)
        return sample ? toCell(sample) : ''
      }),
    ]),
  )
}

function formatClusterChange({ what, seconds, creations }: ClusterChange): string {
  const duration = `\n${what}: ${formatNumber(seconds, 1)} s\n`
  if (!creations) return duration
  const { created, lost, failed, longestMs } = creations
  const failures = Object.entries(failed).map(([status, times]) => `, ${times} times ${status}`)
  const outcome = `meanwhile ${created} accounts created, ${lost} of them lost${failures.join('')}`
  return `${duration}  ${outcome}; the longest creation took ${formatNumber(longestMs)} ms\n`
}

function formatSizes(sizes: readonly TableSize[]): string {
  const total = (of: 'data' | 'indexes') => sizes.reduce((sum, size) => sum + size[of], 0)
  const rows = [...sizes, { table: 'all tables', data: total('data'), indexes: total('indexes') }]
  return formatTable(
    ['', 'data', 'indexes'],
    rows.map(({ table, data, indexes }) => [table, formatMegabytes(data), formatMegabytes(indexes)]),
  )
}
