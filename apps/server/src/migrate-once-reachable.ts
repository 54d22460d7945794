import { setTimeout as wait } from 'node:timers/promises'
import { DomainError } from '@partner-accounts/core'
import type { Database } from '@partner-accounts/db'
import type { Logger } from 'pino'

const TRY_EVERY_MS = 1_000

/**
 * Brings the database up to date. One that cannot be reached is waited for: service and database are often started
 * together, and a fail-over takes seconds. What it refuses (a password, a migration) it will refuse again.
 *
 * @returns the names of the migrations applied just now
 * @throws Error when it cannot be reached for that long, or refuses
 */
export async function migrateOnceReachable(
  database: Pick<Database, 'migrate'>,
  withinMs: number,
  logger: Logger,
): Promise<string[]> {
  const giveUpAt = performance.now() + withinMs
  for (;;) {
    try {
      return await database.migrate((message) => logger.warn(message))
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'storage-unavailable') throw error
      const reason = error.cause instanceof Error ? error.cause.message : undefined
      if (performance.now() + TRY_EVERY_MS > giveUpAt) {
        throw new Error(`the database of DATABASE_URL cannot be reached: ${reason}`, { cause: error })
      }
      logger.warn({ reason }, 'database unreachable, trying again')
    }
    await wait(TRY_EVERY_MS)
  }
}
