import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import type { IdGenerator, SealingKeys } from '@partner-accounts/core'
import { Pool } from 'pg'
import { PGliteStream } from '../src/embedded/pglite-stream.ts'
import { RevivingPGlite } from '../src/embedded/reviving-pglite.ts'
import { type Database, type ObserveStatement, openDatabase } from '../src/index.ts'
import { applyMigrations } from '../src/migrations/apply-migrations.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const MIGRATIONS = path.join(ROOT, 'packages/db/prisma/migrations')

/** Makes the dump load faster: removes PostgreSQL's template databases, and leaves no log to replay. */
const PREPARE_DUMP = [
  "UPDATE pg_database SET datistemplate = false WHERE datname IN ('template0', 'template1')",
  'DROP DATABASE template0',
  'DROP DATABASE template1',
  'CHECKPOINT',
]

/** Files besides the migrations that determine the content of the dump. */
const DUMP_SOURCES = ['pnpm-lock.yaml', 'packages/db/src/migrations/apply-migrations.ts']

let dump: Promise<Blob> | undefined

/** Opens a new, migrated database in memory. Loading a dump takes a tenth of the time of creating it. */
export async function openInMemory(
  sealingKeys: SealingKeys,
  observe?: ObserveStatement,
  newId?: IdGenerator,
): Promise<Database> {
  return openDatabase({ directory: undefined, dump: await sharedDump() }, sealingKeys, observe, newId)
}

/** Opens a new, migrated database in memory, without a pool. */
export async function openMigratedPGlite(): Promise<PGlite> {
  return new RevivingPGlite('memory://', await sharedDump()).get()
}

/** Returns the dump of a migrated database. */
export function sharedDump(): Promise<Blob> {
  dump ??= readOrCreateDump()
  return dump
}

/** Reads the dump of a migrated database from a file of an earlier run, or creates that file. */
async function readOrCreateDump(): Promise<Blob> {
  const hash = createHash('sha256').update(PREPARE_DUMP.join())
  for (const file of DUMP_SOURCES) hash.update(readFileSync(path.join(ROOT, file)))
  for (const name of readdirSync(MIGRATIONS, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (name.endsWith('.sql')) hash.update(readFileSync(path.join(MIGRATIONS, name)))
  }
  const file = path.join(ROOT, `node_modules/.cache/test-database-${hash.digest('hex').slice(0, 16)}.tar`)
  if (!existsSync(file)) {
    const pglite = new RevivingPGlite('memory://')
    const stream = () => new PGliteStream(pglite)
    const pool = new Pool({ user: 'postgres', database: 'postgres', max: 1, stream })
    await applyMigrations(pool, MIGRATIONS)
    for (const statement of PREPARE_DUMP) await pool.query(statement)
    await pool.end()
    const content = await (await pglite.get()).dumpDataDir('none')
    await pglite.close()
    mkdirSync(path.dirname(file), { recursive: true })
    // Renames a complete file, because other workers may write and read the dump at the same time.
    writeFileSync(`${file}.${process.pid}`, Buffer.from(await content.arrayBuffer()))
    renameSync(`${file}.${process.pid}`, file)
  }
  return new Blob([readFileSync(file)])
}
