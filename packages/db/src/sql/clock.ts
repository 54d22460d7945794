import { type Expression, sql } from 'kysely'

/**
 * The database's clock: the clock of an instance may be wrong. It does not change while a statement runs, so Citus can
 * pass it to the nodes of a table.
 */
export const now = sql<Date>`statement_timestamp()`

export const inSeconds = (seconds: Expression<number | null>) =>
  sql<Date>`statement_timestamp() + make_interval(secs => ${seconds})`
