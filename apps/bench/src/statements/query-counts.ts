export interface QueryCounts {
  statements: number
  /** Maximum number per statement; undefined without Citus. */
  shards: number | undefined
  /** Rows read by all statements; undefined if they were explained without being executed. */
  rows: number | undefined
}

const SCAN = /(?:Seq|Index|Index Only|Bitmap Heap|Tid) Scan\b.*\(actual .*?rows=([\d.]+) loops=(\d+)\)/
const REMOVED = /Rows Removed by (?:Filter|Index Recheck): (\d+)/

export function toQueryCounts(plans: readonly string[]): QueryCounts {
  const shards = plans.flatMap((plan) => [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count)))
  return {
    statements: plans.length,
    shards: shards.length > 0 ? Math.max(...shards) : undefined,
    rows: plans.every((plan) => plan.includes('(actual ')) ? sum(plans.map(rowsOf)) : undefined,
  }
}

/** Counts the rows that the scans of a plan read, also those that filters removed. */
const rowsOf = (plan: string) => sum(plan.split(/\n *->/).map(rowsOfNode))

function rowsOfNode(node: string): number {
  const scan = SCAN.exec(node)
  if (!scan) return 0
  const [, rows, loops] = scan
  const removed = REMOVED.exec(node)?.[1] ?? 0
  // A plan has rounded averages per loop, so their product with the loops is rounded to whole rows.
  return Math.round((Number(rows) + Number(removed)) * Number(loops))
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0)
