import type { Database, RetentionPeriods } from '@partner-accounts/db'
import type { Logger } from 'pino'
import { repeat } from './repeat.ts'
import { errorCode } from '../logging/error-code.ts'

const INTERVAL_MS = 3_600_000
const BATCH_SIZE = 1_000

export interface RetentionOptions {
  database: Pick<Database, 'deleteExpired' | 'reseal'>
  periods: RetentionPeriods
  logger: Logger
  onDeleted: (table: string, rows: number) => void
  /** Called when no expired row is left. */
  onAllDeleted: () => void
  /** Called after each run with the number of values per table that could not be resealed. */
  onResealed: (counts: Record<string, number>) => void
}

/**
 * Deletes expired rows. Reseals values that were not sealed with the first key of `DATA_SEALING_KEY`. Runs at the start
 * and every hour, concurrently with other instances.
 *
 * @returns a function that stops after the current batch
 */
export function startRetention({
  database,
  periods,
  logger,
  onDeleted,
  onAllDeleted,
  onResealed,
}: RetentionOptions): () => Promise<void> {
  const deleteAll = async (signal: AbortSignal) => {
    let isDone = false
    while (!isDone && !signal.aborted) {
      const deleted = Object.entries(await database.deleteExpired(periods, BATCH_SIZE))
      for (const [table, rows] of deleted) onDeleted(table, rows)
      isDone = deleted.every(([, rows]) => rows < BATCH_SIZE)
      if (isDone) onAllDeleted()
    }
  }
  const resealAll = async () => onResealed(await database.reseal())
  const warn = (message: string) => (error: unknown) => logger.warn({ reason: errorCode(error) }, message)
  return repeat(async (signal) => {
    await deleteAll(signal).catch(warn('expired rows not deleted'))
    await resealAll().catch(warn('sealed values not sealed again'))
  }, INTERVAL_MS)
}
