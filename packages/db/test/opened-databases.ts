import { newSealingKeys } from '@partner-accounts/core/testing'
import { type PostgresServer, postgresPrograms, startPostgres } from '@partner-accounts/local-servers'
import { afterAll } from 'vitest'
import { type Database, type DatabaseLocation, openDatabase } from '../src/index.ts'
import { checkRows } from './check-rows.ts'
import { openInMemory } from './open-in-memory.ts'

const programs = postgresPrograms()
/** True if PostgreSQL is not installed. Tests that require a server are then skipped. */
export const SERVER_MISSING = programs === undefined

/** Longer than the service's timeouts, because a busy machine may delay any statement. */
export const PATIENT = { connectTimeoutMs: 30_000, statementTimeoutMs: 30_000 }

/** Opens databases and servers for a test file. */
export interface OpenedDatabases {
  /** Opens a database with all migrations applied. On a server, its timeouts are `PATIENT` by default. */
  openMigrated: (location: DatabaseLocation) => Promise<Database>
  /** Starts a separate PostgreSQL server. */
  startServer: () => Promise<PostgresServer>
}

/** Returns functions that open databases and servers. All are closed after the tests of the calling file. */
export function databasesOfThisFile(): OpenedDatabases {
  const cleanUp: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const step of cleanUp.reverse()) await step()
  })
  return {
    async openMigrated(location) {
      const keys = newSealingKeys()
      const database = await ('url' in location
        ? openDatabase({ ...PATIENT, ...location }, keys, checkRows)
        : openInMemory(keys, checkRows))
      cleanUp.push(() => database.close())
      await database.migrate()
      return database
    },
    async startServer() {
      const server = await startPostgres(programs ?? '')
      cleanUp.push(() => server.stop())
      return server
    },
  }
}
