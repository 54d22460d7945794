import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Pool, PoolClient, QueryResult } from 'pg'

/** Prisma's own, so that it and this applier wait for each other. */
const ADVISORY_LOCK = 72707369

const HISTORY_TABLE = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`

interface Migration {
  name: string
  sql: string
  checksum: string
}

/**
 * Brings the database up to the migrations in a folder, as `prisma migrate deploy` would, and keeps the history
 * as Prisma does. Safe when several instances start at once: one applies, the others wait and find it done.
 *
 * @returns the names of the migrations applied just now
 * @throws Error when a migration fails, was left half done by Prisma, or was edited after it was applied
 */
export async function applyMigrations(pool: Pool, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = await pool.connect()
  // What breaks the connection fails the statement under way; unheard, the error would end the process as well.
  client.on('error', passOver)
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK])
    try {
      await client.query(HISTORY_TABLE)
      const pending = await withoutApplied(client, migrations)
      for (const migration of pending) await apply(client, migration)
      return pending.map(({ name }) => name)
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCK]).catch(() => undefined)
    }
  } finally {
    client.off('error', passOver)
    client.release()
  }
}

const passOver = () => {}

/** Runs single statements: a pool, or the service's connections. */
interface Queryable {
  query(config: { text: string }): Promise<QueryResult>
}

/** Returns whether every migration of the folder is applied. Changes nothing. */
export async function isMigrated(database: Queryable, folder: string): Promise<boolean> {
  const { rows } = (await database.query({
    text: 'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  })) as QueryResult<{ migration_name: string }>
  const applied = new Set(rows.map((row) => row.migration_name))
  return (await migrationNames(folder)).every((name) => applied.has(name))
}

async function migrationNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await migrationNames(folder)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function withoutApplied(client: PoolClient, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ migration_name: string; checksum: string; finished_at: Date | null }>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  )
  const failed = rows.find((row) => row.finished_at === null)
  if (failed) throw new Error(`migration ${failed.migration_name} is half done: see \`prisma migrate resolve\``)

  const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]))
  return migrations.filter(({ name, checksum }) => {
    const known = applied.get(name)
    if (known !== undefined && known !== checksum) throw new Error(`migration ${name} was edited after it was applied`)
    return known === undefined
  })
}

/** In one transaction with its line of history: a migration that fails or is cut off leaves nothing behind. */
async function apply(client: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    const startedAt = new Date()
    await client.query(sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name, startedAt],
    )
    await client.query('COMMIT')
  } catch (error) {
    // A connection that is lost rolls back by itself.
    await client.query('ROLLBACK').catch(() => undefined)
    throw new Error(`migration ${name} failed`, { cause: error })
  }
}
