import { firstIdAt, type TestFilter } from '@partner-accounts/core'
import { testPartnerIds } from '../partners/test-partners.ts'
import { readClock } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { statement } from '../sql/statement.ts'

/** Length of a period. In every time zone, days begin at the beginning of a period. */
const PERIOD_MS = 15 * 60_000
/** Minimum age of a stored period. Creations take far less time, so the period no longer changes. */
const MIN_STORED_AGE_MS = 60 * 60_000
/** Maximum error of an instance's clock. Accounts of an instance with a larger error are not counted. */
const MAX_CLOCK_ERROR_MS = PERIOD_MS
/** Length of the range of periods that one statement stores. */
const STEP_MS = 24 * PERIOD_MS

// Accounts are counted by `created_at`, a time of the database's clock, but found by their ids, which contain a time of an
// instance's clock. An index on `created_at` would have to be written by every creation.

// Prisma can neither group by an expression nor insert what it selects.
const STORE_PERIODS = statement({
  name: 'account_periods_store',
  parameters: {
    from: 'timestamptz',
    to: 'timestamptz',
    fromId: 'text',
    beforeId: 'text',
    excluded: 'text[]',
    periodSeconds: 'float8',
  },
  columns: {},
  text: `
    INSERT INTO account_creations (starts_at, accounts)
    SELECT
      to_timestamp(trunc(date_part('epoch', created_at) / :periodSeconds::float8) * :periodSeconds::float8),
      count(*)::int
    FROM accounts
    WHERE id >= :fromId AND id < :beforeId
      AND created_at >= :from AND created_at < :to
      AND partner_id <> ALL (:excluded::text[])
    GROUP BY 1
    ON CONFLICT DO NOTHING
  `,
})

const LAST_STORED = statement({
  name: 'account_periods_last',
  parameters: {},
  columns: { startsAt: 'timestamptz?' },
  text: `SELECT max(starts_at) AS "startsAt" FROM account_creations`,
})

const FIRST_CREATED = statement({
  name: 'account_periods_next',
  parameters: { from: 'timestamptz', fromId: 'text' },
  columns: { createdAt: 'timestamptz' },
  text: `
    SELECT created_at AS "createdAt" FROM accounts
    WHERE id >= :fromId AND created_at >= :from
    ORDER BY id
    LIMIT 1
  `,
})

/** Counts the accounts of each span. `starts` contains the starts of consecutive spans. */
const CREATED_BY_SPAN = statement({
  name: 'account_creations_by_span',
  parameters: {
    from: 'timestamptz',
    to: 'timestamptz',
    fromId: 'text',
    beforeId: 'text',
    excluded: 'text[]',
    starts: 'timestamptz[]',
  },
  columns: { span: 'int4', accounts: 'int4' },
  text: `
    SELECT width_bucket(created_at, :starts::timestamptz[]) AS span, count(*)::int AS accounts
    FROM accounts
    WHERE id >= :fromId AND id < :beforeId
      AND created_at >= :from AND created_at < :to
      AND partner_id <> ALL (:excluded::text[])
    GROUP BY 1
  `,
})

const STORED_BY_SPAN = statement({
  name: 'account_periods_by_span',
  parameters: { from: 'timestamptz', to: 'timestamptz', starts: 'timestamptz[]' },
  columns: { span: 'int4', accounts: 'int4' },
  text: `
    SELECT width_bucket(starts_at, :starts::timestamptz[]) AS span, sum(accounts)::int AS accounts
    FROM account_creations
    WHERE starts_at >= :from AND starts_at < :to
    GROUP BY 1
  `,
})

const idAt = (ms: number) => firstIdAt(new Date(Math.max(0, ms)))

/** Returns the lowest id that an account created at `time` or later can have, given the maximum clock error. */
const firstPossibleId = (time: Date) => idAt(time.getTime() - MAX_CLOCK_ERROR_MS)

const rangeOf = (from: Date, to: Date) => ({
  from,
  to,
  fromId: firstPossibleId(from),
  beforeId: idAt(to.getTime() + MAX_CLOCK_ERROR_MS),
})

const startOfPeriod = (ms: number) => Math.floor(ms / PERIOD_MS) * PERIOD_MS

/** Returns the end of the last stored period. */
async function endOfStored(run: RunStatement): Promise<Date> {
  const [last] = await run(LAST_STORED, {})
  return new Date(last?.startsAt ? last.startsAt.getTime() + PERIOD_MS : 0)
}

/**
 * Stores the number of accounts created in each finished period, a few hours per statement. Concurrent calls store the
 * same numbers.
 */
export async function storeFinishedPeriods(run: RunStatement, signal?: AbortSignal): Promise<void> {
  const closedUntil = startOfPeriod((await readClock(run)).getTime() - MIN_STORED_AGE_MS)
  const excluded = await testPartnerIds(run)
  let from = await endOfStored(run)
  while (from.getTime() < closedUntil && !signal?.aborted) {
    const [next] = await run(FIRST_CREATED, { from, fromId: firstPossibleId(from) })
    if (!next) return
    // Ids contain times of instances. If the clocks of two instances are wrong, an account with a later id may have been
    // created earlier, by up to twice the maximum clock error.
    const start = Math.max(from.getTime(), startOfPeriod(next.createdAt.getTime() - 2 * MAX_CLOCK_ERROR_MS))
    const end = new Date(Math.min(start + STEP_MS, closedUntil))
    if (start < closedUntil) {
      const range = rangeOf(new Date(start), end)
      await run(STORE_PERIODS, { ...range, excluded, periodSeconds: PERIOD_MS / 1000 })
    }
    from = end
  }
}

interface Span {
  start: Date
  end: Date
}

/**
 * Counts accounts per span of whole 15-minute periods. The spans must be consecutive, and end after the last stored period.
 * Uses the stored numbers, and reads accounts only for the periods after them. Stored numbers omit test partners, so
 * `includeTest` reads the accounts of all periods.
 */
export async function countCreatedAccounts(
  run: RunStatement,
  spans: readonly Span[],
  { includeTest = false }: TestFilter = {},
): Promise<number[]> {
  const first = spans[0]
  const last = spans.at(-1)
  if (!first || !last) return []
  const starts = spans.map(({ start }) => start)
  const storedUntil = includeTest ? first.start : latestOf(first.start, await endOfStored(run))
  const unstored = rangeOf(storedUntil, last.end)
  const excluded = includeTest ? [] : await testPartnerIds(run)
  const rows = [
    ...(await run(STORED_BY_SPAN, { starts, from: first.start, to: storedUntil })),
    ...(await run(CREATED_BY_SPAN, { starts, ...unstored, excluded })),
  ]
  return spans.map((_, index) =>
    rows.filter(({ span }) => span === index + 1).reduce((sum, { accounts }) => sum + accounts, 0),
  )
}

const latestOf = (one: Date, other: Date) => (one > other ? one : other)
