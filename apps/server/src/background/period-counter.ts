import type { Database } from '@partner-accounts/db'
import type { Logger } from 'pino'
import { repeat } from './repeat.ts'
import { errorCode } from '../logging/error-code.ts'

/** The length of a period. */
const INTERVAL_MS = 15 * 60_000

/**
 * Counts the accounts of finished periods at the start and every 15 minutes, concurrently with other instances, so that
 * operators' figures read stored numbers.
 *
 * @returns a function that stops after the current statement
 */
export function startPeriodCounter(
  database: Pick<Database, 'storeFinishedPeriods'>,
  logger: Logger,
): () => Promise<void> {
  const warn = (error: unknown) => logger.warn({ reason: errorCode(error) }, 'created accounts not counted')
  return repeat((signal) => database.storeFinishedPeriods(signal).catch(warn), INTERVAL_MS)
}
