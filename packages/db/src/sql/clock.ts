import { type Expression, sql } from 'kysely'
import type { RunStatement } from './run.ts'
import { queries, Statement } from './statement.ts'

/**
 * The database's clock: the clock of an instance may be wrong. It does not change while a statement runs, so Citus can
 * pass it to the nodes of a table.
 */
export const now = sql<Date>`statement_timestamp()`

/** The database's time after some seconds. */
export const inSeconds = (seconds: Expression<number | null>) => sql<Date>`${now} + make_interval(secs => ${seconds})`

// Prisma cannot express the time of the database, nor compare a column with it.
const NOW = new Statement('now', () => queries.selectNoFrom(now.as('now')))

/** Returns the time by the database's clock. */
export async function readClock(run: RunStatement): Promise<Date> {
  const [row] = await run(NOW, {})
  return row!.now
}

export const secondsAfter = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000)
