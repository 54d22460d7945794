import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError, type Pool, type PoolClient, type QueryResult } from 'pg'
import type { Connections } from '../driver/connections.ts'
import { DatabaseStartError } from '../driver/start-error.ts'
import { type Migration, migrationNames, readMigrations } from './read-migrations.ts'

/** Prisma's: it and this applier wait for each other. */
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

/** Statements on a table queue behind a waiting migration, so it is rolled back and retried. */
const LOCK_TIMEOUT_MS = 1_000
const RETRY_DELAY_MS = 1_000
const MAX_ATTEMPTS = 60
const LOCK_NOT_AVAILABLE = '55P03'
const LOCK_POLL_INTERVAL_MS = 200

/**
 * Applies pending migrations with Prisma's history and lock, safely from several instances. Creates indexes with `IF
 * NOT EXISTS` in advance, while the service is in use.
 * @param pool at least two connections, unless nobody else uses the database
 * @param onWait receives a message whenever the migrations have to wait
 * @throws DatabaseStartError for another build's database, whose history begins with another migration
 * @throws Error if a migration fails, was left half done by Prisma, or was edited after it was applied
 */
export async function applyMigrations(
  pool: Pool,
  folder: string,
  onWait: (message: string) => void = () => {},
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return withConnection(pool, async (client) => {
    const applied: string[] = []
    for (let attempt = 1; ;) {
      const [next] = await pendingOf(client, migrations)
      if (!next) return applied
      try {
        if (await apply(pool, client, next, migrations, onWait)) applied.push(next.name)
        attempt = 1
      } catch (error) {
        if (attempt++ >= MAX_ATTEMPTS || !isLockTimeout(error)) throw error
        onWait(`migration ${next.name} waits for a locked table`)
        await wait(RETRY_DELAY_MS)
      }
    }
  })
}

async function withConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  // Without a listener, the event would end the process.
  client.on('error', ignore)
  try {
    return await work(client)
  } finally {
    client.off('error', ignore)
    client.release()
  }
}

const ignore = () => {}

export async function isMigrated(database: Pick<Connections, 'query'>, folder: string): Promise<boolean> {
  const { rows } = (await database.query({
    text: 'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  })) as QueryResult<{ migration_name: string }>
  const applied = new Set(rows.map((row) => row.migration_name))
  return (await migrationNames(folder)).every((name) => applied.has(name))
}

async function pendingOf(client: PoolClient, migrations: Migration[]): Promise<Migration[]> {
  // `to_regclass` may miss a table created while this session waited.
  const { rowCount } = await client.query(
    `SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename = '_prisma_migrations'`,
  )
  if (rowCount === 0) return migrations
  const { rows } = await client.query<{ migration_name: string; checksum: string; finished_at: Date | null }>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  )
  const failed = rows.find((row) => row.finished_at === null)
  if (failed) throw new Error(`migration ${failed.migration_name} is half done: see \`prisma migrate resolve\``)

  const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]))
  const [first] = migrations
  if (first && applied.size > 0 && !applied.has(first.name)) {
    throw new DatabaseStartError(
      'the database belongs to another build of the service and cannot be upgraded: ' +
        'delete the folder DATA_DIR, or set DATABASE_URL to an empty database',
    )
  }
  return migrations.filter(({ name, checksum }) => {
    const known = applied.get(name)
    if (known !== undefined && known !== checksum) throw new Error(`migration ${name} was edited after it was applied`)
    return known === undefined
  })
}

/**
 * Applies a migration and its history row in one transaction with the lock: behind a transaction pooler, a session lock
 * would outlive it.
 * @returns false if another instance has applied it
 */
async function apply(
  pool: Pool,
  client: PoolClient,
  migration: Migration,
  migrations: Migration[],
  onWait: (message: string) => void,
): Promise<boolean> {
  try {
    await beginLocked(client, onWait)
    const isPending = (await pendingOf(client, migrations)).includes(migration)
    if (isPending) await createIndexes(pool, migration).catch(failOf(migration))
    if (isPending) await execute(client, migration).catch(failOf(migration))
    await client.query('COMMIT')
    return isPending
  } catch (error) {
    // A lost connection rolls back by itself.
    await client.query('ROLLBACK').catch(ignore)
    throw error
  }
}

/**
 * CREATE INDEX CONCURRENTLY elsewhere waits for open transactions: each attempt uses a new one and never waits in it.
 */
async function beginLocked(client: PoolClient, onWait: (message: string) => void): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    await client.query('BEGIN')
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
      ADVISORY_LOCK,
    ])
    if (rows[0]?.locked) break
    await client.query('ROLLBACK')
    if (isFirst) onWait('another instance is applying migrations')
    await wait(LOCK_POLL_INTERVAL_MS)
  }
  // Idle while another connection prepares the migration.
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
}

async function execute(client: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
  await client.query(HISTORY_TABLE)
  await client.query(sql)
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  )
}

/**
 * Uses another connection while the caller's holds the lock. An embedded database has only one: there the migration
 * creates them.
 */
async function createIndexes(pool: Pool, { indexes }: Migration): Promise<void> {
  if (indexes.length === 0 || pool.options.max === 1) return
  await withConnection(pool, async (client) => {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index, which IF NOT EXISTS finds.
    const { rows } = await client.query<{ index: string }>(
      'SELECT indexrelid::regclass::text AS index FROM pg_index WHERE NOT indisvalid',
    )
    const unfinished = rows.filter(({ index }) => indexes.some((statement) => statement.includes(index)))
    for (const { index } of unfinished) await client.query(`DROP INDEX CONCURRENTLY ${index}`)
    for (const statement of indexes) await client.query(statement)
  })
}

const failOf =
  ({ name }: Migration) =>
  (error: unknown): never => {
    throw new Error(`migration ${name} failed`, { cause: error })
  }

const isLockTimeout = (error: unknown) =>
  error instanceof Error && error.cause instanceof DatabaseError && error.cause.code === LOCK_NOT_AVAILABLE
