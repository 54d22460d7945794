import { firstIdAt, type TestFilter } from '@partner-accounts/core'
import { sql } from 'kysely'
import { testPartnerIds } from '../partners/test-partners.ts'
import type { Client } from '../prisma/client.ts'
import { readClock } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { type Given, queries, Statement } from '../sql/statement.ts'

/** Days begin at its multiples in every time zone. */
const PERIOD_MS = 15 * 60_000
/** Far longer than a creation: older periods no longer change. */
const OPEN_MS = 60 * 60_000
/** Accounts of an instance that is further off are not counted. */
const MAX_CLOCK_ERROR_MS = PERIOD_MS

const period = sql<Date>`to_timestamp(trunc(extract(epoch FROM created_at) / ${sql.lit(PERIOD_MS / 1000)}) * ${sql.lit(PERIOD_MS / 1000)})`

interface Range {
  from: Date
  to: Date
  fromId: string
  beforeId: string
  excluded: readonly string[]
}

/**
 * By the database's clock, read by the index of ids, which contain an instance's time: creations write no index of
 * times.
 */
// Prisma cannot group by an expression.
const PERIODS = new Statement('account_periods', ({ from, to, fromId, beforeId, excluded }: Given<Range>) =>
  queries
    .selectFrom('accounts')
    .select([period.as('startsAt'), sql<number>`count(*)::int`.as('accounts')])
    .where('id', '>=', fromId)
    .where('id', '<', beforeId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where(sql<boolean>`partner_id <> ALL(${excluded}::text[])`)
    .groupBy(sql`1`),
)

async function countPeriods(run: RunStatement, excluded: readonly string[], from: Date, to: Date) {
  if (from >= to) return []
  const idAt = (ms: number) => firstIdAt(new Date(Math.max(0, ms)))
  const [fromId, beforeId] = [idAt(from.getTime() - MAX_CLOCK_ERROR_MS), idAt(to.getTime() + MAX_CLOCK_ERROR_MS)]
  return run(PERIODS, { from, to, fromId, beforeId, excluded })
}

interface Span {
  start: Date
  end: Date
}

/** Stores finished periods, so a call reads only the last hour and what followed the previous call. */
async function countLivePeriods(client: Client, run: RunStatement, start: Date, end: Date) {
  const now = await readClock(run)
  const tests = await testPartnerIds(client)
  const { startsAt } = (await client.accountCreations.aggregate({ _max: { startsAt: true } }))._max
  const counted = startsAt ? startsAt.getTime() + PERIOD_MS : 0
  const closed = Math.floor((now.getTime() - OPEN_MS) / PERIOD_MS) * PERIOD_MS
  const open = new Date(Math.max(counted, closed))
  if (counted < closed) {
    const data = await countPeriods(run, tests, new Date(counted), open)
    await client.accountCreations.createMany({ data, skipDuplicates: true })
  }
  return [
    // Another call may have counted later periods.
    ...(await client.accountCreations.findMany({ where: { startsAt: { gte: start, lt: open } } })),
    ...(await countPeriods(run, tests, open, end)),
  ]
}

/** Counts accounts per span of whole 15-minute periods. With test partners, it reads all accounts of the spans. */
export async function countCreatedAccounts(
  client: Client,
  run: RunStatement,
  spans: readonly Span[],
  { includeTest = false }: TestFilter = {},
): Promise<number[]> {
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last) return []
  const periods = includeTest
    ? await countPeriods(run, [], first.start, last.end)
    : await countLivePeriods(client, run, first.start, last.end)
  return spans.map((span) =>
    periods
      .filter((period) => period.startsAt >= span.start && period.startsAt < span.end)
      .reduce((sum, { accounts }) => sum + accounts, 0),
  )
}
