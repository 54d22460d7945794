/** What the statements of an operation touch. */
export interface Touched {
  statements: number
  /** The largest number of shards of a statement; undefined on a database without Citus. */
  shards: number | undefined
  /** Rows that the statements read from tables; undefined if they were explained without being executed. */
  rows: number | undefined
}

const SCAN =
  /(?:Seq|Index|Index Only|Bitmap Heap|Tid) Scan\b.*\(actual .*?rows=(\d+) loops=(\d+)\)(?:(?!->)[^])*?(?=\n *->|$)/g

/** Counts what plans of EXPLAIN touch. */
export function countTouched(plans: readonly string[]): Touched {
  const shards = plans.flatMap((plan) => [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count)))
  return {
    statements: plans.length,
    shards: shards.length > 0 ? Math.max(...shards) : undefined,
    rows: plans.every((plan) => plan.includes('(actual ')) ? sum(plans.map(rowsOf)) : undefined,
  }
}

/** Includes the rows that filters removed. Both figures are means over the loops. */
const rowsOf = (plan: string) =>
  sum(
    [...plan.matchAll(SCAN)].map(([scan, rows, loops]) => {
      const removed = /Rows Removed by (?:Filter|Index Recheck): (\d+)/.exec(scan)?.[1] ?? 0
      return (Number(rows) + Number(removed)) * Number(loops)
    }),
  )

const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0)
