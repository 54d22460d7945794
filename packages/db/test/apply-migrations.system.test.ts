import { newSealingKeys } from '@partner-accounts/core/testing'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Client, Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase, SERVER_DEFAULTS } from '../src/index.ts'
import { applyMigrations } from '../src/migrations/apply-migrations.ts'
import { openMigrationPool, openServerPool } from '../src/driver/open-server-pool.ts'
import { type PostgresServer, postgresPrograms, startPostgres } from '@partner-accounts/local-servers'
import { FIRST, INDEXED, migrationFoldersOfThisFile, SECOND } from './migration-folders.ts'

const SEALING_KEYS = newSealingKeys()
/** The lock that Prisma takes for migrations. */
const ADVISORY_LOCK = 72707369

const migrations = migrationFoldersOfThisFile()

const programs = postgresPrograms()
describe.skipIf(programs === undefined)('applyMigrations on a PostgreSQL server (requires PostgreSQL)', () => {
  let server: PostgresServer
  /** A new database for each test. */
  let url: string
  let databases = 0
  beforeAll(async () => {
    server = await startPostgres(programs ?? '')
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    databases += 1
    const name = `database_${databases}`
    const pool = new Pool({ connectionString: server.url })
    await pool.query(`CREATE DATABASE ${name}`)
    await pool.end()
    url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href
  })

  it('applies each migration once when several instances start concurrently', async () => {
    const folder = migrations({ '1_slow': `SELECT pg_sleep(0.3); ${FIRST['1_people']}`, ...SECOND })
    const pools = Array.from({ length: 4 }, () => new Pool({ connectionString: url }))
    const applied = await Promise.all(pools.map((pool) => applyMigrations(pool, folder)))
    expect(applied.flat().sort()).toEqual(['1_slow', '2_pets'])
    expect((await pools[0]!.query('SELECT * FROM people')).rows).toEqual([{ id: 1 }])
    await Promise.all(pools.map((pool) => pool.end()))
  })

  describe('with timeouts of the role, which operations.md prescribes behind PgBouncer', () => {
    const TIMEOUT_SECONDS = 1
    beforeEach(async () => {
      const admin = new Pool({ connectionString: server.url })
      for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
        await admin.query(`ALTER ROLE postgres SET ${name} TO '${TIMEOUT_SECONDS}s'`)
      await admin.end()
    })
    afterEach(async () => {
      const admin = new Pool({ connectionString: server.url })
      await admin.query('ALTER ROLE postgres RESET ALL')
      await admin.end()
    })

    it.each([
      ['own connections', () => openMigrationPool(url, SERVER_DEFAULTS)],
      ['connections of a pooler', () => openMigrationPool(url, SERVER_DEFAULTS, undefined, false)],
      ['connections of requests', () => openServerPool(url, { ...SERVER_DEFAULTS, statementTimeoutMs: 1_000 })],
    ])('a longer migration is applied on %s', async (_kind, open) => {
      const pool = open()
      const folder = migrations({ '1_slow': `SELECT pg_sleep(${TIMEOUT_SECONDS * 2}); ${FIRST['1_people']}` })
      expect(await applyMigrations(pool, folder)).toEqual(['1_slow'])
      await pool.end()
    })

    it('an index is created although it waits for a writer for longer than the timeouts', async () => {
      const pool = openMigrationPool(url, SERVER_DEFAULTS)
      await applyMigrations(pool, migrations(FIRST))
      const writer = new Client({ connectionString: url })
      await writer.connect()
      await writer.query(
        'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; BEGIN; INSERT INTO people VALUES (2)',
      )
      const applying = applyMigrations(pool, migrations({ ...FIRST, ...INDEXED }))
      const observer = new Pool({ connectionString: url })
      const findProgress = () => observer.query('SELECT FROM pg_stat_progress_create_index')
      await vi.waitFor(async () => expect((await findProgress()).rowCount).toBe(1), 30_000)
      await writer.query(`SELECT pg_sleep(${TIMEOUT_SECONDS * 2})`)
      await writer.query('COMMIT')
      expect(await applying).toEqual(['2_index'])
      const { rows } = await writer.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'people_idx'::regclass`)
      expect(rows).toEqual([{ indisvalid: true }])
      await Promise.all([writer.end(), observer.end(), pool.end()])
    })

    it('a pooler that keeps these timeouts is rejected before it leaves an invalid index', async () => {
      const pool = openMigrationPool(url, SERVER_DEFAULTS, undefined, false)
      await applyMigrations(pool, migrations(FIRST))
      await expect(applyMigrations(pool, migrations({ ...FIRST, ...INDEXED }))).rejects.toThrow(
        'set DATABASE_DIRECT_URL to the database past the pooler',
      )
      await pool.end()
    })
  })

  it('rejects when the server is killed during a migration, keeps the process running, and succeeds later', async () => {
    const pool = openServerPool(url, SERVER_DEFAULTS)
    const migrationPool = openMigrationPool(url, SERVER_DEFAULTS)
    const applying = applyMigrations(migrationPool, migrations({ ...FIRST, '2_pets': 'SELECT pg_sleep(120)' }))
    const failed = expect(applying).rejects.toThrow('migration 2_pets failed')
    const sleeping = "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
    await vi.waitFor(async () => expect((await pool.query(sleeping)).rowCount).toBe(1), 30_000)
    await server.kill()
    await failed
    await server.restart()
    expect(await applyMigrations(migrationPool, migrations({ ...FIRST, ...SECOND }))).toEqual(['2_pets'])
    await Promise.all([pool.end(), migrationPool.end()])
  })

  it('takes no lock if nothing is pending, so a lock of another session does not delay the start', async () => {
    const pool = new Pool({ connectionString: url })
    const folder = migrations(FIRST)
    await applyMigrations(pool, folder)
    const holder = await pool.connect()
    await holder.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK])
    expect(await applyMigrations(pool, folder)).toEqual([])
    holder.release(true)
    await pool.end()
  })

  it('reports that it waits while another instance holds the lock', async () => {
    const pool = new Pool({ connectionString: url })
    const holder = await pool.connect()
    await holder.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK])
    const messages: string[] = []
    const applying = applyMigrations(pool, migrations(FIRST), (message) => messages.push(message))
    await vi.waitFor(() => expect(messages).toEqual(['another instance is applying migrations']), 30_000)
    await holder.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCK])
    expect(await applying).toEqual(['1_people'])
    holder.release()
    await pool.end()
  })

  it('lets other statements pass while a backup locks the table, and succeeds once the backup has ended', async () => {
    const pool = new Pool({ connectionString: url, statement_timeout: 30_000 })
    await applyMigrations(pool, migrations(FIRST))
    const backup = await pool.connect()
    await backup.query('BEGIN; LOCK TABLE people IN ACCESS SHARE MODE')
    const messages: string[] = []
    const folder = migrations({ ...FIRST, '2_names': 'ALTER TABLE people ADD COLUMN name text' })
    const applying = applyMigrations(pool, folder, (message) => messages.push(message))
    await vi.waitFor(() => expect(messages).toContain('migration 2_names waits for a locked table'), 30_000)
    expect((await pool.query('SELECT id FROM people')).rows).toEqual([{ id: 1 }])
    await backup.query('COMMIT')
    expect(await applying).toEqual(['2_names'])
    backup.release()
    await pool.end()
  })

  it('lets other sessions write while the index of a migration is created', async () => {
    const pool = new Pool({ connectionString: url, statement_timeout: 20_000 })
    await applyMigrations(pool, migrations(FIRST))
    // CREATE INDEX CONCURRENTLY waits for the end of this transaction, and so would a plain CREATE INDEX.
    const writer = await pool.connect()
    await writer.query('BEGIN; INSERT INTO people VALUES (2)')
    const migrationPool = openMigrationPool(url, SERVER_DEFAULTS)
    const applying = applyMigrations(migrationPool, migrations({ ...FIRST, ...INDEXED }))
    await vi.waitFor(
      async () => expect((await pool.query('SELECT * FROM pg_stat_progress_create_index')).rowCount).toBe(1),
      30_000,
    )
    await pool.query('INSERT INTO people VALUES (3)')
    await writer.query('COMMIT')
    expect(await applying).toEqual(['2_index'])
    const { rows } = await pool.query('SELECT id FROM people ORDER BY id')
    expect(rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    writer.release()
    await Promise.all([pool.end(), migrationPool.end()])
  })

  it('creates an index again that an interrupted start left invalid', async () => {
    const pool = openMigrationPool(url, SERVER_DEFAULTS)
    const duplicates = { '1_people': 'CREATE TABLE people (id int); INSERT INTO people VALUES (1), (1);' }
    const folder = migrations({ ...duplicates, ...INDEXED })
    await expect(applyMigrations(pool, folder)).rejects.toThrow('migration 2_index failed')
    await pool.query('DELETE FROM people; INSERT INTO people VALUES (1)')
    expect(await applyMigrations(pool, folder)).toEqual(['2_index'])
    const { rows } = await pool.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'people_idx'::regclass`)
    expect(rows).toEqual([{ indisvalid: true }])
    await pool.end()
  })

  it('builds an index again that became invalid after its migration, and names one that cannot be built', async () => {
    const pool = openMigrationPool(url, SERVER_DEFAULTS)
    const folder = migrations({ ...FIRST, ...INDEXED })
    await applyMigrations(pool, folder)
    await pool.query(`
        ALTER TABLE people DROP CONSTRAINT people_pkey;
        DROP INDEX people_idx;
        INSERT INTO people VALUES (1);
      `)
    const create = 'CREATE UNIQUE INDEX CONCURRENTLY people_idx ON people (id)'
    await expect(pool.query(create)).rejects.toThrow('could not create unique index')
    const messages: string[] = []
    const start = () => applyMigrations(pool, folder, (message) => messages.push(message))
    expect(await start()).toEqual([])
    expect(messages).toEqual([
      'the index public.people_idx is invalid and is built again',
      expect.stringMatching(/^the index public\.people_idx stays invalid.*could not create unique index/),
    ])

    const indexes = async () => {
      const all = await pool.query(`
          SELECT indexrelid::regclass::text AS name, indisvalid FROM pg_index WHERE indrelid = 'people'::regclass`)
      return all.rows as unknown
    }
    expect(await indexes()).toEqual([{ name: 'people_idx', indisvalid: false }])
    await pool.query('DELETE FROM people; INSERT INTO people VALUES (1)')
    await Promise.all([start(), start()])
    expect(await indexes()).toEqual([{ name: 'people_idx', indisvalid: true }])
    messages.length = 0
    await start()
    expect(messages).toEqual([])
    await pool.end()
  })

  it('applies every migration of the service once, and isReady returns true only then', async () => {
    const [one, other] = await Promise.all([openDatabase({ url }, SEALING_KEYS), openDatabase({ url }, SEALING_KEYS)])
    expect(await one.isReady()).toBe(false)
    const names = await Promise.all([one.migrate(), other.migrate()])
    const folder = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
    const all = readdirSync(folder).filter((name) => name !== 'migration_lock.toml')
    expect(names.flat().sort()).toEqual(all.sort())
    for (const database of [one, other]) await expect.poll(() => database.isReady()).toBe(true)
    await Promise.all([one.close(), other.close()])
  })
})
