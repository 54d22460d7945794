import { createHash } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { DatabaseError, type Pool } from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyMigrations, isMigrated } from '../src/migrations/apply-migrations.ts'
import { FIRST, INDEXED, migrationFoldersOfThisFile, SECOND } from './migration-folders.ts'
import { databasesOfThisFile } from './opened-databases.ts'

const migrations = migrationFoldersOfThisFile()
const { openMigrated } = databasesOfThisFile()
const tablesOf = async (pool: Pool) => {
  const { rows } = await pool.query<{ tablename: string }>(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1",
  )
  return rows.map((row) => row.tablename)
}

describe('applyMigrations', () => {
  let pool: Pool
  beforeAll(async () => {
    pool = (await openMigrated({ directory: undefined })).pool
  })
  beforeEach(() => pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'))

  it('applies each migration once, in the order of their names', async () => {
    const folder = migrations({ ...SECOND, ...FIRST })
    expect(await applyMigrations(pool, folder)).toEqual(['1_people', '2_pets'])
    expect(await applyMigrations(pool, folder)).toEqual([])
    expect(await tablesOf(pool)).toEqual(['people', 'pets'])
    expect((await pool.query('SELECT * FROM pets')).rows).toEqual([{ owner: 1 }])
  })

  it('applies later migrations to an existing database', async () => {
    await applyMigrations(pool, migrations(FIRST))
    const folder = migrations({ ...FIRST, ...SECOND })
    expect(await isMigrated(pool, folder)).toBe(false)
    expect(await applyMigrations(pool, folder)).toEqual(['2_pets'])
    expect(await isMigrated(pool, folder)).toBe(true)
  })

  it('writes the history in the format of Prisma', async () => {
    await applyMigrations(pool, migrations(FIRST))
    expect((await pool.query('SELECT * FROM _prisma_migrations')).rows).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        checksum: createHash('sha256').update(FIRST['1_people']).digest('hex'),
        migration_name: '1_people',
        logs: null,
        started_at: expect.any(Date),
        finished_at: expect.any(Date),
        rolled_back_at: null,
        applied_steps_count: 1,
      },
    ])
  })

  it('rolls back a failed migration, keeps earlier migrations, and succeeds once the migration is fixed', async () => {
    const broken = { '2_pets': 'CREATE TABLE pets (id int); INSERT INTO pets VALUES (1); SELECT nonsense;' }
    const failing = applyMigrations(pool, migrations({ ...FIRST, ...broken }))
    await expect(failing).rejects.toThrow('migration 2_pets failed')
    await expect(failing).rejects.toMatchObject({ cause: { message: 'column "nonsense" does not exist' } })
    expect(await tablesOf(pool)).toEqual(['people'])

    const fixed = migrations({ ...FIRST, ...SECOND })
    expect(await isMigrated(pool, fixed)).toBe(false)
    expect(await applyMigrations(pool, fixed)).toEqual(['2_pets'])
  })

  it('rejects a migration that was edited after it was applied, and applies nothing', async () => {
    await applyMigrations(pool, migrations(FIRST))
    const edited = migrations({ '1_people': `${FIRST['1_people']} -- edited`, ...SECOND })
    await expect(applyMigrations(pool, edited)).rejects.toThrow('migration 1_people was edited after it was applied')
    expect(await tablesOf(pool)).toEqual(['people'])
  })

  it('rejects a database where Prisma left a migration half done', async () => {
    await applyMigrations(pool, migrations(FIRST))
    await pool.query('UPDATE _prisma_migrations SET finished_at = NULL')
    const folder = migrations({ ...FIRST, ...SECOND })
    expect(await isMigrated(pool, folder)).toBe(false)
    await expect(applyMigrations(pool, folder)).rejects.toThrow('migration 1_people is half done')
    expect(await tablesOf(pool)).toEqual(['people'])
  })

  it('applies a migration again if it was marked as rolled back', async () => {
    await applyMigrations(pool, migrations(FIRST))
    await pool.query('DROP TABLE people; UPDATE _prisma_migrations SET rolled_back_at = now()')
    expect(await applyMigrations(pool, migrations(FIRST))).toEqual(['1_people'])
    expect(await tablesOf(pool)).toEqual(['people'])
  })

  it('rejects a database of another build, and changes nothing', async () => {
    await applyMigrations(pool, migrations(FIRST))
    const folder = migrations(SECOND)
    expect(await isMigrated(pool, folder)).toBe(false)
    await expect(applyMigrations(pool, folder)).rejects.toThrow(
      'the database belongs to another build of the service and cannot be upgraded: ' +
        'delete the folder DATA_DIR, or set DATABASE_URL to an empty database',
    )
    expect(await tablesOf(pool)).toEqual(['people'])
  })

  it('releases its lock and its connection when a migration fails', async () => {
    await applyMigrations(pool, migrations({ '1_bad': 'nonsense' })).catch(() => undefined)
    expect((await pool.query("SELECT * FROM pg_locks WHERE locktype = 'advisory'")).rows).toEqual([])
    expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([1, 1, 0])
  })
})

/** What a fake server responds to statements that contain a text: rows, or an error. Calls are counted from 1. */
type Responses = Record<string, (call: number) => object[] | Error>

/** A fake pool of connections to a server with an empty database. It records statements and applied migrations. */
class FakeServer {
  readonly statements: string[] = []
  readonly pool: Pool
  openConnections = 0
  readonly #responses: Responses
  readonly #calls = new Map<string, number>()
  readonly #applied: object[] = []

  constructor(responses: Responses = {}) {
    this.#responses = responses
    const client = {
      query: (text: string, values?: unknown[]) => this.#query(text.replaceAll(/\s+/g, ' ').trim(), values),
      on() {},
      off() {},
      release: () => {
        this.openConnections -= 1
      },
    }
    const connect = () => {
      this.openConnections += 1
      return Promise.resolve(client)
    }
    this.pool = { options: { max: 2 }, connect } as unknown as Pool
  }

  /** Returns the number of statements that begin with a text. */
  count(text: string): number {
    return this.statements.filter((statement) => statement.startsWith(text)).length
  }

  matching(pattern: RegExp): string[] {
    return this.statements.filter((statement) => pattern.test(statement))
  }

  #query(text: string, values: unknown[] = []): Promise<object> {
    this.statements.push(text)
    const response = this.#responseTo(text)
    if (response instanceof Error) return Promise.reject(response)
    const [, checksum, name] = values
    if (text.startsWith('INSERT INTO _prisma_migrations'))
      this.#applied.push({ migration_name: name, checksum, finished_at: new Date() })
    return Promise.resolve({ rows: response, rowCount: response.length })
  }

  #responseTo(text: string): object[] | Error {
    const known = Object.keys(this.#responses).find((part) => text.includes(part))
    if (known !== undefined) {
      const call = (this.#calls.get(known) ?? 0) + 1
      this.#calls.set(known, call)
      return this.#responses[known]!(call)
    }
    if (text.includes('pg_try_advisory_xact_lock')) return [{ locked: true }]
    if (text.includes('FROM pg_tables')) return [{}]
    return text.includes('FROM _prisma_migrations') ? this.#applied : []
  }
}

const databaseError = (code: string) => Object.assign(new DatabaseError('failed', 6, 'error'), { code })

describe('applyMigrations on a server', () => {
  const messages: string[] = []
  const apply = (server: FakeServer, sqlByName: Record<string, string>) =>
    applyMigrations(server.pool, migrations(sqlByName), (message) => messages.push(message))
  beforeEach(() => {
    messages.length = 0
    // Removes the pauses between attempts. Yields, because services that other files run in this process pause in loops, too.
    vi.spyOn(timers, 'setTimeout').mockImplementation((_ms, value) => timers.setImmediate(value as never))
    syncBuiltinESMExports()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })

  it('waits without an open transaction while another instance holds the lock, and reports it once', async () => {
    const server = new FakeServer({ pg_try_advisory_xact_lock: (call) => [{ locked: call > 3 }] })
    expect(await apply(server, FIRST)).toEqual(['1_people'])
    expect(messages).toEqual(['another instance is applying migrations'])
    expect([server.count('BEGIN ISOLATION LEVEL READ COMMITTED'), server.count('ROLLBACK')]).toEqual([4, 3])
    expect([server.matching(/^COMMIT$/).length, server.openConnections]).toEqual([1, 0])
  })

  it('does not apply a migration that another instance applies meanwhile', async () => {
    const other = { migration_name: '1_people', finished_at: new Date() }
    const checksum = createHash('sha256').update(FIRST['1_people']).digest('hex')
    const server = new FakeServer({ 'FROM _prisma_migrations': (call) => (call === 1 ? [] : [{ ...other, checksum }]) })
    expect(await apply(server, FIRST)).toEqual([])
    expect(server.count('CREATE TABLE people')).toBe(0)
    expect(server.matching(/^COMMIT$/)).toHaveLength(1)
  })

  it('attempts each migration that waits for a locked table at most 60 times', async () => {
    const locked = databaseError('55P03')
    const passing = new FakeServer({
      'CREATE TABLE people': (call) => (call < 60 ? locked : []),
      'CREATE TABLE pets': (call) => (call < 60 ? locked : []),
    })
    expect(await apply(passing, { ...FIRST, ...SECOND })).toEqual(['1_people', '2_pets'])
    expect(messages).toHaveLength(2 * 59)
    expect(messages[0]).toBe('migration 1_people waits for a locked table')
    expect(passing.count('SET LOCAL lock_timeout = 1000')).toBe(120)
    const failing = new FakeServer({ 'CREATE TABLE people': () => locked })
    await expect(apply(failing, FIRST)).rejects.toMatchObject({ message: 'migration 1_people failed', cause: locked })
    expect([failing.count('CREATE TABLE people'), failing.count('ROLLBACK')]).toEqual([60, 60])
    expect(failing.openConnections).toBe(0)
  })

  it('does not repeat a migration that fails for another reason', async () => {
    const server = new FakeServer({ 'CREATE TABLE people': () => databaseError('42P07') })
    await expect(apply(server, FIRST)).rejects.toThrow('migration 1_people failed')
    expect(server.count('CREATE TABLE people')).toBe(1)
  })

  it('creates indexes in advance without blocking writes, in place of invalid ones', async () => {
    const invalid = { 'relname = ANY($1::text[])': () => [{ index: 'public.people_idx' }] }
    const server = new FakeServer(invalid)
    expect(await apply(server, { ...FIRST, ...INDEXED })).toEqual(['1_people', '2_index'])
    expect(server.matching(/INDEX/)).toEqual([
      'DROP INDEX CONCURRENTLY public.people_idx',
      'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS people_idx ON people (id);',
      'CREATE UNIQUE INDEX IF NOT EXISTS people_idx ON people (id); ANALYZE people;',
    ])
    expect(server.openConnections).toBe(0)
  })

  it('rejects a pooler that keeps timeouts of the role, before it creates an index', async () => {
    const server = new FakeServer({ "setting <> '0'": () => [{ name: 'lock_timeout' }] })
    await expect(apply(server, { ...FIRST, ...INDEXED })).rejects.toMatchObject({
      name: 'DatabaseStartError',
      message:
        "DATABASE_URL leads to a pooler that keeps the role's lock_timeout, in which no large index can be created: " +
        'set DATABASE_DIRECT_URL to the database past the pooler',
    })
    expect(server.matching(/INDEX/)).toEqual([])
  })

  it('builds invalid indexes again, and removes what interrupted attempts left', async () => {
    const server = new FakeServer({
      "relkind = 'i'": () => [{ index: 'public.people_idx' }],
      _ccnew: () => [{ index: 'people_idx_ccnew' }],
    })
    expect(await apply(server, {})).toEqual([])
    expect(messages).toEqual(['the index public.people_idx is invalid and is built again'])
    expect(server.matching(/INDEX|^COMMIT$/)).toEqual([
      'REINDEX INDEX CONCURRENTLY public.people_idx',
      'DROP INDEX CONCURRENTLY people_idx_ccnew',
      'COMMIT',
    ])
    expect(server.openConnections).toBe(0)
  })

  it('starts although an invalid index cannot be built, and reports what to do', async () => {
    const server = new FakeServer({
      "relkind = 'i'": () => [{ index: 'public.people_idx' }],
      REINDEX: () => new Error('could not create unique index'),
      _ccnew: () => [{ index: 'people_idx_ccnew' }],
    })
    expect(await apply(server, {})).toEqual([])
    expect(messages[1]).toBe(
      'the index public.people_idx stays invalid, which slows queries (could not create unique index): correct it, and REINDEX it',
    )
    expect(server.matching(/DROP INDEX|^COMMIT$/)).toEqual(['DROP INDEX CONCURRENTLY people_idx_ccnew', 'COMMIT'])
  })

  it('takes no lock if nothing is pending', async () => {
    const server = new FakeServer()
    expect(await apply(server, {})).toEqual([])
    expect(server.count('BEGIN')).toBe(0)
  })
})
