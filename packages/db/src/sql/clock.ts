import { type Expression, sql } from 'kysely'
import type { RunStatement } from './run.ts'
import { queries, Statement } from './statement.ts'

/**
 * The database's clock, because an instance's may be wrong. Constant within a statement: Citus can pass it to nodes.
 */
export const now = sql<Date>`statement_timestamp()`

export const inSeconds = (seconds: Expression<number | null>) => sql<Date>`${now} + make_interval(secs => ${seconds})`

/** For intervals from columns in updates: Citus rejects `now + interval`, which depends on the session's time zone. */
export const afterSeconds = (seconds: Expression<number | null>) =>
  sql<Date>`(${now} AT TIME ZONE 'UTC' + make_interval(secs => ${seconds})) AT TIME ZONE 'UTC'`

// Prisma cannot use or compare the database's time.
const NOW = new Statement('now', () => queries.selectNoFrom(now.as('now')))

export async function readClock(run: RunStatement): Promise<Date> {
  const [row] = await run(NOW, {})
  return row!.now
}

export const secondsAfter = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000)
