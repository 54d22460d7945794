import { setTimeout as wait } from 'node:timers/promises'
import type { Database, RetentionPeriods } from '@partner-accounts/db'
import type { Logger } from 'pino'
import { errorCode } from '../logging/error-code.ts'

const INTERVAL_MS = 3_600_000
const BATCH_SIZE = 1_000

export interface RetentionOptions {
  database: Pick<Database, 'deleteExpired'>
  periods: RetentionPeriods
  logger: Logger
  onDeleted: (table: string, rows: number) => void
}

/**
 * Deletes expired rows at the start and hourly, concurrently with other instances.
 *
 * @returns stops after the current batch
 */
export function startRetention({ database, periods, logger, onDeleted }: RetentionOptions): () => Promise<void> {
  const stop = new AbortController()
  const deleteAll = async () => {
    for (let isDone = false; !isDone && !stop.signal.aborted;) {
      const deleted = Object.entries(await database.deleteExpired(periods, BATCH_SIZE))
      for (const [table, rows] of deleted) onDeleted(table, rows)
      isDone = deleted.every(([, rows]) => rows < BATCH_SIZE)
    }
  }
  const work = async () => {
    while (!stop.signal.aborted) {
      await deleteAll().catch((error: unknown) => logger.warn({ reason: errorCode(error) }, 'expired rows not deleted'))
      await wait(INTERVAL_MS, undefined, { ref: false, signal: stop.signal }).catch(() => undefined)
    }
  }
  const stopped = work()
  return () => (stop.abort(), stopped)
}
