import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export interface Migration {
  name: string
  sql: string
  /** Statements that create its indexes without blocking writes. */
  indexes: string[]
  checksum: string
}

/** Returns the names in order of application. */
export async function migrationNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await migrationNames(folder)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, indexes: concurrentIndexes(sql), checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Returns the migration's statements that create indexes, changed so that they do not block writes. */
const concurrentIndexes = (sql: string): string[] =>
  (sql.match(/^CREATE (UNIQUE )?INDEX IF NOT EXISTS .*$/gm) ?? []).map((statement) =>
    statement.replace('INDEX', 'INDEX CONCURRENTLY'),
  )
