import { randomBytes } from 'node:crypto'
import { type PostgresServer, postgresPrograms, startPostgres } from '@partner-accounts/local-servers'
import { afterAll } from 'vitest'
import { type Database, type DatabaseLocation, openDatabase } from '../src/index.ts'

const programs = postgresPrograms()
/** Whether there is no PostgreSQL to start: tests that want one are skipped then. */
export const SERVER_MISSING = programs === undefined

/** What a test file opens. */
export interface OpenedDatabases {
  /** A database with all migrations. */
  openMigrated: (location: DatabaseLocation) => Promise<Database>
  /** A PostgreSQL server of the file's own. */
  startServer: () => Promise<PostgresServer>
}

/** To be called by each file that opens any: all are closed and stopped when its tests are over. */
export function databasesOfThisFile(): OpenedDatabases {
  const cleanUp: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const step of cleanUp.reverse()) await step()
  })
  return {
    async openMigrated(location) {
      const database = await openDatabase(location, randomBytes(32))
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
