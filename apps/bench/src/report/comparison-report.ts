import { BASELINE } from '../targets/target.ts'
import type { Sample } from '../measure/measure.ts'
import { median } from '../measure/statistics.ts'
import type { Operation } from '../operations.ts'
import { formatTable, megabytes, number, ratio } from './format-table.ts'

/** By target, one sample per round. */
export interface Comparison {
  operation: Operation
  samples: Map<string, Sample[]>
}

/** Medians over the rounds. */
export interface TargetResult extends Sample {
  target: string
  /** (max − min) / median. Smaller differences between ratios are noise. */
  cpuSpread: number | undefined
  /** Medians; the baseline is 1. */
  ratios: { cpu: number | undefined; cpuWithPostgres: number | undefined; requestsPerSecond: number | undefined }
}

export interface OperationResult {
  operation: string
  title: string
  results: TargetResult[]
}

export const summarize = ({ operation: { name, title }, samples }: Comparison): OperationResult => ({
  operation: name,
  title,
  results: [...samples].map(([target, own]) => ({
    target,
    ...mediansOf(own),
    cpuSpread: spreadOf(own.map(({ cpu }) => cpu)),
    ratios: ratiosOf(own, samples.get(BASELINE.name) ?? []),
  })),
})

function mediansOf(samples: readonly Sample[]): Sample {
  const of = <T extends number | undefined>(pick: (sample: Sample) => T) => medianOf(samples.map(pick)) as T
  return {
    requestsPerSecond: of((sample) => sample.requestsPerSecond),
    p50: of((sample) => sample.p50),
    p99: of((sample) => sample.p99),
    cpu: of((sample) => sample.cpu),
    postgresCpu: of((sample) => sample.postgresCpu),
    peakBytes: of((sample) => sample.peakBytes),
  }
}

function ratiosOf(own: readonly Sample[], baseline: readonly Sample[]): TargetResult['ratios'] {
  const by = (pick: (sample: Sample) => number | undefined) =>
    medianOf(own.map((sample, round) => divide(pick(sample), baseline[round] && pick(baseline[round]))))
  return {
    cpu: by(({ cpu }) => cpu),
    cpuWithPostgres: by(({ cpu, postgresCpu }) => add(cpu, postgresCpu)),
    requestsPerSecond: by(({ requestsPerSecond }) => requestsPerSecond),
  }
}

function medianOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length > 0 ? median(known) : undefined
}

function spreadOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length > 0 ? (Math.max(...known) - Math.min(...known)) / median(known) : undefined
}

const divide = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? undefined : a / b
const add = (a: number | undefined, b: number | undefined) => (a === undefined || b === undefined ? undefined : a + b)

const HEAD = [
  '',
  'req/s',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  'spread',
  'PostgreSQL µs',
  'peak MB',
  'CPU',
  'CPU with PostgreSQL',
  'req/s',
]

export function formatOperation({ title, results }: OperationResult): string {
  const rows = results.map((result) => [
    result.target,
    number(result.requestsPerSecond),
    number(result.p50, 2),
    number(result.p99, 2),
    number(result.cpu),
    result.cpuSpread === undefined ? '' : `±${number(result.cpuSpread * 50)}%`,
    number(result.postgresCpu),
    megabytes(result.peakBytes),
    ratio(result.ratios.cpu),
    ratio(result.ratios.cpuWithPostgres),
    ratio(result.ratios.requestsPerSecond),
  ])
  return `\n${title}\n${formatTable(HEAD, rows)}`
}
