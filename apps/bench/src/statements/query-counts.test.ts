import { expect, it } from 'vitest'
import { toQueryCounts } from './query-counts.ts'

it.each([
  ['PostgreSQL 15', '2', '3', 2 + 5 + 3 * 3],
  ['PostgreSQL 18, which prints two decimals', '2.00', '3.33', 2 + 5 + 10],
])('toQueryCounts counts the rows that scans read in a plan of %s', (_version, accounts, units, rows) => {
  const plan = `Nested Loop  (cost=0.55..24.60 rows=1 width=64) (actual time=0.031..0.040 rows=10 loops=1)
  ->  Index Scan using accounts_pkey on accounts a  (cost=0.27..8.29 rows=1 width=32) (actual time=0.012..0.014 rows=${accounts} loops=1)
        Index Cond: (partner_id = 'p1'::text)
        Filter: (number > 1)
        Rows Removed by Filter: 5
  ->  Seq Scan on units u  (cost=0.00..16.30 rows=1 width=32) (actual time=0.004..0.006 rows=${units} loops=3)
        Filter: (account_id = a.id)`
  // The scans read two accounts, five that the filter removed, and units in three loops, where 3.33 per loop means 10.
  expect(toQueryCounts([plan])).toEqual({ statements: 1, shards: undefined, rows })
})
