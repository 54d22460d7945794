import type { Database, RetentionPeriods } from '@partner-accounts/db'
import type { Logger } from 'pino'
import { repeat } from '../batches/repeat.ts'
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
  const deleteAll = async (signal: AbortSignal) => {
    for (let isDone = false; !isDone && !signal.aborted;) {
      const deleted = Object.entries(await database.deleteExpired(periods, BATCH_SIZE))
      for (const [table, rows] of deleted) onDeleted(table, rows)
      isDone = deleted.every(([, rows]) => rows < BATCH_SIZE)
    }
  }
  const warn = (error: unknown) => logger.warn({ reason: errorCode(error) }, 'expired rows not deleted')
  return repeat((signal) => deleteAll(signal).catch(warn), INTERVAL_MS)
}
