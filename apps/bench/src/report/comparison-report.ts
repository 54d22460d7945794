import { BASELINE } from '../targets/target.ts'
import type { Sample } from '../measure/measure.ts'
import { median, sumIfComplete } from '../measure/statistics.ts'
import type { Operation } from '../operations.ts'
import { formatTable, formatMegabytes, formatNumber, formatRatio } from './format-table.ts'

export interface Comparison {
  operation: Operation
  /** By target, one sample per round. */
  samples: Map<string, Sample[]>
}

/** Medians over the rounds. */
export interface TargetResult extends Sample {
  target: string
  /** (max − min) / median of the CPU times. A difference between CPU ratios that is smaller than this is noise. */
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
  const medianBy = <T extends number | undefined>(pick: (sample: Sample) => T) => medianOf(samples.map(pick)) as T
  return {
    requestsPerSecond: medianBy((sample) => sample.requestsPerSecond),
    p50: medianBy((sample) => sample.p50),
    p99: medianBy((sample) => sample.p99),
    cpu: medianBy((sample) => sample.cpu),
    postgresCpu: medianBy((sample) => sample.postgresCpu),
    peakBytes: medianBy((sample) => sample.peakBytes),
  }
}

function ratiosOf(own: readonly Sample[], baseline: readonly Sample[]): TargetResult['ratios'] {
  const medianRatio = (pick: (sample: Sample) => number | undefined) => {
    const ratios = own.map((sample, round) => {
      const baselineSample = baseline[round]
      return divide(pick(sample), baselineSample && pick(baselineSample))
    })
    return medianOf(ratios)
  }
  return {
    cpu: medianRatio(({ cpu }) => cpu),
    cpuWithPostgres: medianRatio(({ cpu, postgresCpu }) => sumIfComplete([cpu, postgresCpu])),
    requestsPerSecond: medianRatio(({ requestsPerSecond }) => requestsPerSecond),
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

const divide = (value: number | undefined, divisor: number | undefined) =>
  value === undefined || divisor === undefined ? undefined : value / divisor

/** The last three columns are ratios to the baseline. */
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

/** Formats half of the spread in percent, because half of it lies on each side of the median. */
const formatSpread = (spread: number | undefined) =>
  spread === undefined ? '' : `±${formatNumber((spread / 2) * 100)}%`

export function formatOperation({ title, results }: OperationResult): string {
  const rows = results.map((result) => [
    result.target,
    formatNumber(result.requestsPerSecond),
    formatNumber(result.p50, 2),
    formatNumber(result.p99, 2),
    formatNumber(result.cpu),
    formatSpread(result.cpuSpread),
    formatNumber(result.postgresCpu),
    formatMegabytes(result.peakBytes),
    formatRatio(result.ratios.cpu),
    formatRatio(result.ratios.cpuWithPostgres),
    formatRatio(result.ratios.requestsPerSecond),
  ])
  return `\n${title}\n${formatTable(HEAD, rows)}`
}
