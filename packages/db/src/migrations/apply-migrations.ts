import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError, type Pool, type PoolClient, type QueryResult } from 'pg'
import type { Connections } from '../driver/connections.ts'
import { withoutTimeouts } from '../driver/session.ts'
import { DatabaseStartError } from '../driver/start-error.ts'
import { type Migration, migrationNames, readMigrations } from './read-migrations.ts'

/** The lock that Prisma takes, so that Prisma and this applier wait for each other. */
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

/** Other statements on a table wait behind a migration that waits for its lock, so the migration is rolled back and retried. */
const LOCK_TIMEOUT_MS = 1_000
const RETRY_DELAY_MS = 1_000
const MAX_ATTEMPTS = 60
const LOCK_NOT_AVAILABLE = '55P03'
const LOCK_POLL_INTERVAL_MS = 200

/**
 * Applies pending migrations with Prisma's history and lock, safely from several instances. Creates indexes with `IF
 * NOT EXISTS` in advance, while the service is in use.
 * @param pool has at least two connections, unless nobody else uses the database
 * @param onWait receives a message whenever the migrations have to wait, and about each invalid index
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
    let attempt = 1
    for (;;) {
      const [next] = await pendingOf(client, migrations)
      if (!next) {
        await rebuildIndexes(pool, client, onWait)
        return applied
      }
      try {
        if (await apply(pool, client, next, migrations, onWait)) applied.push(next.name)
        attempt = 1
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !isLockTimeout(error)) throw error
        attempt += 1
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
 * Applies a migration and its history row in one transaction with the lock. Behind a transaction pooler, a lock of the
 * session would stay after the migration.
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
 * Begins a transaction that holds the lock. Each attempt uses a new transaction and never waits in it, because another
 * instance's CREATE INDEX CONCURRENTLY waits for open transactions.
 */
async function beginLocked(client: PoolClient, onWait: (message: string) => void): Promise<void> {
  let isWaitReported = false
  for (;;) {
    // With a stricter default isolation level, the snapshot could be older than the lock, and miss what another instance committed.
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
      ADVISORY_LOCK,
    ])
    if (rows[0]?.locked) break
    await client.query('ROLLBACK')
    if (!isWaitReported) onWait('another instance is applying migrations')
    isWaitReported = true
    await wait(LOCK_POLL_INTERVAL_MS)
  }
  // The transaction is idle while another connection creates indexes, and timeouts may be set by a pooler's role, or by
  // a pool for requests.
  await client.query(withoutTimeouts('transaction'))
}

async function execute(client: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
  await client.query(addExtensionSchemas('transaction'))
  await client.query(HISTORY_TABLE)
  await client.query(sql)
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  )
}

/** Adds the schemas of extensions, whose operator classes indexes use, to the search path. */
const addExtensionSchemas = (scope: 'session' | 'transaction') => `
  SELECT set_config('search_path', concat_ws(', ', quote_ident(current_schema()), (
    SELECT string_agg(DISTINCT quote_ident(nspname), ', ')
    FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
    WHERE extname IN ('pg_trgm', 'btree_gin')
  )), ${scope === 'transaction'})`

/**
 * Creates the migration's indexes on another connection, while the caller's connection holds the lock. An embedded database has
 * only one connection, so there the migration itself creates them.
 */
async function createIndexes(pool: Pool, { indexes }: Migration): Promise<void> {
  if (indexes.length === 0 || pool.options.max === 1) return
  await withConnection(pool, async (client) => {
    await rejectTimeouts(client)
    await client.query(addExtensionSchemas('session'))
    for (const index of await findInvalid(client, indexes)) await client.query(`DROP INDEX CONCURRENTLY ${index}`)
    for (const statement of indexes) await client.query(statement)
  })
}

/** Behind a transaction pooler, a role's timeouts apply. They would leave an invalid index at each start. */
async function rejectTimeouts(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM pg_settings
     WHERE name IN ('statement_timeout', 'lock_timeout', 'transaction_timeout') AND setting <> '0'`,
  )
  const [timeout] = rows
  if (!timeout) return
  throw new DatabaseStartError(
    `DATABASE_URL leads to a pooler that keeps the role's ${timeout.name}, in which no large index can be created: ` +
      'set DATABASE_DIRECT_URL to the database past the pooler',
  )
}

/** Returns which of the indexes are invalid. IF NOT EXISTS would keep what an interrupted CREATE INDEX CONCURRENTLY left. */
async function findInvalid(client: PoolClient, indexes: readonly string[]): Promise<string[]> {
  const names = indexes.map((statement) => /IF NOT EXISTS "?(\w+)/.exec(statement)?.[1])
  const { rows } = await client.query<{ index: string }>(
    `SELECT format('%I.%I', nspname, relname) AS index
     FROM pg_index
     JOIN pg_class ON pg_class.oid = indexrelid
     JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE NOT indisvalid AND nspname = current_schema() AND relname = ANY($1::text[])`,
    [names],
  )
  return rows.map(({ index }) => index)
}

/** Builds indexes again that became invalid after their migration, for example by another program. */
async function rebuildIndexes(pool: Pool, client: PoolClient, onWait: (message: string) => void): Promise<void> {
  if (pool.options.max === 1 || (await findAllInvalid(client)).length === 0) return
  await beginLocked(client, onWait)
  try {
    for (const index of await findAllInvalid(client)) {
      onWait(`the index ${index} is invalid and is built again`)
      await rebuild(pool, index).catch((error: unknown) =>
        onWait(
          `the index ${index} stays invalid, which slows queries (${messageOf(error)}): correct it, and REINDEX it`,
        ),
      )
    }
  } finally {
    // A lost connection ends its transaction by itself.
    await client.query('COMMIT').catch(ignore)
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown')

const rebuild = (pool: Pool, index: string) =>
  withConnection(pool, async (client) => {
    await rejectTimeouts(client)
    try {
      await client.query(`REINDEX INDEX CONCURRENTLY ${index}`)
    } finally {
      // Each attempt that fails or is interrupted leaves another invalid copy.
      for (const remains of await findRemains(client, index)) await client.query(`DROP INDEX CONCURRENTLY ${remains}`)
    }
  })

/** Returns the invalid copies of indexes that REINDEX CONCURRENTLY left on the same table. */
async function findRemains(client: PoolClient, index: string): Promise<string[]> {
  const { rows } = await client.query<{ index: string }>(
    `SELECT indexrelid::regclass::text AS index
     FROM pg_index
     JOIN pg_class ON pg_class.oid = indexrelid
     WHERE NOT indisvalid AND relname ~ '_ccnew\\d*$'
       AND indrelid = (SELECT indrelid FROM pg_index WHERE indexrelid = $1::regclass)`,
    [index],
  )
  return rows.map((row) => row.index)
}

/** Returns the invalid indexes. Omits indexes that are being built now, and copies that an interrupted REINDEX left. */
async function findAllInvalid(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ index: string }>(
    `SELECT format('%I.%I', nspname, relname) AS index
     FROM pg_index
     JOIN pg_class ON pg_class.oid = indexrelid
     JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE NOT indisvalid AND nspname = current_schema() AND relkind = 'i' AND relname !~ '_cc(new|old)\\d*$'
       AND NOT EXISTS (SELECT FROM pg_stat_progress_create_index WHERE index_relid = indexrelid)
     ORDER BY relname`,
  )
  return rows.map(({ index }) => index)
}

const failOf =
  ({ name }: Migration) =>
  (error: unknown): never => {
    if (error instanceof DatabaseStartError) throw error
    throw new Error(`migration ${name} failed`, { cause: error })
  }

const isLockTimeout = (error: unknown) =>
  error instanceof Error && error.cause instanceof DatabaseError && error.cause.code === LOCK_NOT_AVAILABLE
