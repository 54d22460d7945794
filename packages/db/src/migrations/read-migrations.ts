import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** A folder of `prisma/migrations`. */
export interface Migration {
  name: string
  sql: string
  /** Statements that prepare the migration while the service is in use. */
  online: string[]
  checksum: string
}

/** Returns the names of a folder's migrations in the order of their application. */
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
      const online = [...(await readStatements(path.join(folder, name, 'online.sql'))), ...concurrentIndexes(sql)]
      return { name, sql, online, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Returns the statements of a file, which blank lines separate; none if there is no file. */
async function readStatements(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split(/\n{2,}/).filter((statement) => statement.trim() !== '')
}

/** Returns the statements that create the indexes of a migration without blocking writes. */
const concurrentIndexes = (sql: string): string[] =>
  (sql.match(/^CREATE (UNIQUE )?INDEX IF NOT EXISTS .*$/gm) ?? []).map((statement) =>
    statement.replace('INDEX', 'INDEX CONCURRENTLY'),
  )
