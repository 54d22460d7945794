import { randomBytes } from 'node:crypto'
import { type PostgresServer, postgresPrograms, startPostgres } from '@partner-accounts/local-servers'
import { afterAll } from 'vitest'
import { type Database, type DatabaseLocation, openDatabase } from '../src/index.ts'

const programs = postgresPrograms()
/** Whether there is no PostgreSQL to start: tests that want one are skipped then. */
export const SERVER_MISSING = programs === undefined

const cleanUp: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step()
})

/** A database with all migrations, closed when the tests of the file are over. */
export async function openMigrated(location: DatabaseLocation): Promise<Database> {
  const database = await openDatabase(location, randomBytes(32))
  cleanUp.push(() => database.close())
  await database.migrate()
  return database
}

/** A PostgreSQL server of the file's own, stopped when its tests are over. */
export async function startServer(): Promise<PostgresServer> {
  const server = await startPostgres(programs ?? '')
  cleanUp.push(() => server.stop())
  return server
}
