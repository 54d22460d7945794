import type { RunStatement } from './run.ts'
import { statement } from './statement.ts'

// Statements take the time from the database, because an instance's clock may be wrong. `statement_timestamp()` is
// constant within a statement, so that Citus can pass it to nodes.

// Prisma can neither read nor compare the database's time.
const NOW = statement({
  name: 'now',
  parameters: {},
  columns: { now: 'timestamptz' },
  text: `SELECT statement_timestamp() AS now`,
})

export async function readClock(run: RunStatement): Promise<Date> {
  const [row] = await run(NOW, {})
  return row!.now
}

export const secondsAfter = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000)
