export interface QueryCounts {
  statements: number
  /** Maximum number per statement; undefined without Citus. */
  shards: number | undefined
  /** Rows read by all statements; undefined if they were explained without being executed. */
  rows: number | undefined
}

/** A scan of an executed plan with its details, up to the plan's next node. */
const SCAN =
  /(?:Seq|Index|Index Only|Bitmap Heap|Tid) Scan\b.*\(actual .*?rows=([\d.]+) loops=(\d+)\)(?:(?!->)[^])*?(?=\n *->|$)/g

export function toQueryCounts(plans: readonly string[]): QueryCounts {
  const shards = plans.flatMap((plan) => [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count)))
  return {
    statements: plans.length,
    shards: shards.length > 0 ? Math.max(...shards) : undefined,
    rows: plans.every((plan) => plan.includes('(actual ')) ? sum(plans.map(rowsOf)) : undefined,
  }
}

/** Counts the rows that were read, also those that filters removed. A plan contains means over the loops, rounded. */
const rowsOf = (plan: string) =>
  sum(
    [...plan.matchAll(SCAN)].map(([scan, rows, loops]) => {
      const removed = /Rows Removed by (?:Filter|Index Recheck): (\d+)/.exec(scan)?.[1] ?? 0
      return Math.round((Number(rows) + Number(removed)) * Number(loops))
    }),
  )

const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0)
