import { type Expression, sql } from 'kysely'
import { queries, Statement } from './statement.ts'

/**
 * The database's clock: the clock of an instance may be wrong. It does not change while a statement runs, so Citus can
 * pass it to the nodes of a table.
 */
export const now = sql<Date>`statement_timestamp()`

/** The database's time after some seconds. */
export const inSeconds = (seconds: Expression<number | null>) => sql<Date>`${now} + make_interval(secs => ${seconds})`

export const NOW = new Statement('now', () => queries.selectNoFrom(now.as('now')))
