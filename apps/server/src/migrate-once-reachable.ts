import { setTimeout as wait } from 'node:timers/promises'
import { type Database, DatabaseStartError } from '@partner-accounts/db'
import type { Logger } from 'pino'

const RETRY_INTERVAL_MS = 1_000

/**
 * Applies the migrations, and returns their names. Waits for an unreachable database, because database and service often
 * start together, and a fail-over takes seconds.
 *
 * @throws DatabaseStartError when the database stays unreachable or rejects the connection
 * @throws Error when a migration fails
 */
export async function migrateOnceReachable(
  database: Pick<Database, 'migrate'>,
  timeoutMs: number,
  logger: Logger,
): Promise<readonly string[]> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      const migrations = await database.migrate((message) => logger.warn(message))
      for (const name of migrations) logger.info({ migration: name }, 'migration applied')
      return migrations
    } catch (error) {
      if (!(error instanceof DatabaseStartError && error.isTemporary)) throw error
      if (performance.now() + RETRY_INTERVAL_MS > deadline) throw error
      logger.warn({ reason: error.message }, 'database unreachable, trying again')
    }
    await wait(RETRY_INTERVAL_MS)
  }
}
