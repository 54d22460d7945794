import { createIdGenerator } from '@partner-accounts/core'
import { newSealingKeys } from '@partner-accounts/core/testing'
import { Client, type Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AbandonedConnections } from '../src/driver/abandoned-connections.ts'
import { checkPrivileges } from '../src/driver/check-privileges.ts'
import { checkSession } from '../src/driver/check-session.ts'
import { Connections } from '../src/driver/connections.ts'
import { openMigrationPool, openServerPool, serverPidOf } from '../src/driver/open-server-pool.ts'
import { type Database, openDatabase, SERVER_DEFAULTS } from '../src/index.ts'
import { type InProcessServer, startInProcessServer } from './in-process-server.ts'

const newId = createIdGenerator()
const unavailable = (code?: string) => ({ kind: 'storage-unavailable', ...(code !== undefined && { cause: { code } }) })

/** Settings of the server's session that would change the meaning of statements, or cancel them. */
const STRANGE_SETTINGS = `
  SET timezone = 'America/Sao_Paulo';
  SET DateStyle = 'SQL, DMY';
  SET bytea_output = escape;
  SET default_transaction_isolation = 'serializable';
  SET lock_timeout = '20ms';
  SET idle_session_timeout = '1h';
  SET idle_in_transaction_session_timeout = '1h';
  SET transaction_timeout = '1h';
  SET statement_timeout = '1h'`
const SETTING_NAMES = [
  'TimeZone',
  'DateStyle',
  'standard_conforming_strings',
  'bytea_output',
  'default_transaction_isolation',
  'statement_timeout',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'idle_session_timeout',
  'transaction_timeout',
  'search_path',
]

describe('With a PostgreSQL server', () => {
  let server: InProcessServer
  const pools: Pool[] = []
  const databases: Database[] = []
  beforeAll(async () => {
    server = await startInProcessServer()
  })
  beforeEach(() => inSession('ROLLBACK; RESET ALL; DEALLOCATE ALL'))
  afterEach(async () => {
    server.resume()
    for (const database of databases.splice(0)) await database.close()
    for (const pool of pools.splice(0)) await pool.end()
  })
  afterAll(() => server.stop())

  const open = (changes: object = {}, url = server.url) => {
    const pool = openServerPool(url, { ...SERVER_DEFAULTS, poolSize: 1, ...changes })
    pools.push(pool)
    return pool
  }
  const openMigrations = (isSession: boolean) => {
    const pool = openMigrationPool(server.url, SERVER_DEFAULTS, undefined, isSession)
    pools.push(pool)
    return pool
  }
  const openAt = async (url: string, changes: object = {}) => {
    const database = await openDatabase({ url, poolSize: 1, ...changes }, newSealingKeys())
    databases.push(database)
    return database
  }
  /** Changes the session that all connections share. */
  const inSession = async (statements: string) => {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    await client.query(statements)
    await client.end()
  }
  const settingsOf = async (pool: Pool) => {
    const { rows } = await pool.query<{ name: string; setting: string }>(
      'SELECT name, current_setting(name) AS setting FROM pg_settings WHERE name = ANY ($1)',
      [SETTING_NAMES],
    )
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  }
  const addPartner = ({ stores }: Database) => stores.partners.add({ id: newId(), name: 'Revenda', couponId: null })

  it('a database is migrated, ready and used', async () => {
    const database = await openAt(server.url)
    expect(await database.migrate()).toEqual([])
    expect(await database.isReady()).toBe(true)
    await database.transact(({ partners }) => partners.add({ id: newId(), name: 'Revenda', couponId: null }))
    expect(await database.stores.partners.isEmpty()).toBe(false)
  })

  it('migrations use the direct URL, and each connection reads its URL again', async () => {
    const nowhere = 'postgresql://postgres@127.0.0.1:1/postgres'
    const broken = await openAt(server.url, { directUrl: nowhere })
    await expect(broken.migrate()).rejects.toThrow(
      /^DATABASE_DIRECT_URL leads to 127\.0\.0\.1:1, which is unavailable \(ECONNREFUSED\): start PostgreSQL there/,
    )
    // Removes what the failed start has left in the shared session.
    await inSession('ROLLBACK; DEALLOCATE ALL')
    const database = await openAt(server.url, { directUrl: nowhere, readDirectUrl: () => server.url })
    expect(await database.migrate()).toEqual([])
    const rotated = await openAt(nowhere, { readUrl: () => server.url })
    expect(await rotated.stores.partners.find(newId())).toBeUndefined()
  })

  it('an empty schema that precedes the tables in the search path does not hide the tables', async () => {
    await inSession('CREATE SCHEMA empty; SET search_path TO empty, public')
    expect(await settingsOf(open())).toMatchObject({ search_path: 'public' })
    const pool = open({ hasPreparedStatements: false })
    expect(await settingsOf(pool)).toMatchObject({ search_path: 'public' })
    await inSession('DROP SCHEMA empty')
  })

  it.each([
    ['requests', () => open({ statementTimeoutMs: 3_000 }), { statement: '3s', idleInTransaction: '6s', lock: '0' }],
    ['migrations', () => openMigrations(true), { statement: '0', idleInTransaction: '0', lock: '0' }],
  ])('connections for %s replace settings that would change or cancel statements', async (_for, openPool, timeouts) => {
    await inSession(STRANGE_SETTINGS)
    const pool = openPool()
    const expected = {
      TimeZone: 'UTC',
      DateStyle: 'ISO, MDY',
      standard_conforming_strings: 'on',
      statement_timeout: timeouts.statement,
      idle_in_transaction_session_timeout: timeouts.idleInTransaction,
      lock_timeout: timeouts.lock,
      idle_session_timeout: '0',
      transaction_timeout: '0',
      search_path: 'public',
    }
    expect(await settingsOf(pool)).toMatchObject(expected)
  })

  it('connections for requests return bytes as hexadecimal, and read only what is committed', async () => {
    await inSession(STRANGE_SETTINGS)
    const expected = { bytea_output: 'hex', default_transaction_isolation: 'read committed' }
    expect(await settingsOf(open())).toMatchObject(expected)
  })

  it.each([
    ['requests', () => open({ hasPreparedStatements: false })],
    ['migrations', () => openMigrations(false)],
  ])('connections for %s through a transaction pooler change only what the pooler keeps', async (_for, openPool) => {
    await inSession(STRANGE_SETTINGS)
    expect(await settingsOf(openPool())).toMatchObject({
      TimeZone: 'UTC',
      DateStyle: 'ISO, MDY',
      bytea_output: 'escape',
      lock_timeout: '20ms',
      statement_timeout: '1h',
    })
  })

  it('serverPidOf returns the process of a connection, unless a pooler may change the process', async () => {
    const client = await open().connect()
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    expect(serverPidOf(client)).toBe(rows[0]!.pid)
    client.release()
    const pooled = await open({ hasPreparedStatements: false }).connect()
    expect(serverPidOf(pooled)).toBeUndefined()
    pooled.release()
  })

  it('a host that rejects connections leads the next connection to the next host', async () => {
    const hosts = ['127.0.0.1:1', '127.0.0.1:2', server.host]
    const database = await openAt(`postgresql://postgres@${hosts.join(',')}/postgres?schema=public`)
    await expect(addPartner(database)).rejects.toMatchObject(unavailable('ECONNREFUSED'))
    await vi.waitFor(() => addPartner(database))
    expect(database.pool.options.connectionString).toContain(server.host)
  })

  it('a read-only server rejects new connections, and isReady closes those that are open', async () => {
    const database = await openAt(server.url)
    await addPartner(database)
    expect(database.pool.totalCount).toBe(1)
    await database.pool.query('SET default_transaction_read_only = on')
    expect(await database.isReady()).toBe(false)
    expect(database.pool.totalCount).toBe(0)
    await expect(addPartner(database)).rejects.toMatchObject(unavailable('25006'))
    await expect(database.migrate()).rejects.toThrow(/^DATABASE_URL leads to .* \(the server is read-only\): name the/)
  })

  it('a server that accepts a connection and then hangs is unavailable after the connect timeout', async () => {
    const database = await openAt(`${server.url}?schema=public`, { connectTimeoutMs: 50 })
    server.pause()
    await expect(addPartner(database)).rejects.toMatchObject(unavailable('CONNECT_TIMEOUT'))
  })

  it('a statement without a response closes its connection, whose place stays taken while its session may run', async () => {
    const pool = open({ poolSize: 2 })
    const connections = new Connections(pool, { responseTimeoutMs: 10 })
    await pool.query('SELECT 1')
    server.pause()
    await expect(connections.query({ text: 'SELECT 1' })).rejects.toMatchObject(unavailable('STATEMENT_TIMEOUT'))
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 0])
    connections.close()
    expect(pool.totalCount).toBe(0)
  })

  it('a statement without a response frees the place of its connection if a pooler hides the session', async () => {
    const pool = open({ hasPreparedStatements: false })
    const connections = new Connections(pool, { responseTimeoutMs: 10 })
    await pool.query('SELECT 1')
    server.pause()
    await expect(connections.query({ text: 'SELECT 1' })).rejects.toMatchObject(unavailable('STATEMENT_TIMEOUT'))
    expect(pool.totalCount).toBe(0)
  })

  it('a closed connection counts until the server has ended its session', async () => {
    const { rows } = await open().query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const abandoned = new AbandonedConnections({ connectionString: server.url })
    const ended: string[] = []
    abandoned.track(rows[0]!.pid, () => ended.push('running'))
    // No session has the process id 1, so it counts as ended. Behind a pooler, two connections may have had one session.
    abandoned.track(1, () => ended.push('first'))
    await new Promise<void>((resolve) =>
      abandoned.track(1, () => {
        ended.push('second')
        resolve()
      }),
    )
    expect(ended).toEqual(['first', 'second'])
    abandoned.close()
    expect(ended).toEqual(['first', 'second', 'running'])
    // Otherwise, a statement that times out during the stop would keep its place, for which the stop waits.
    abandoned.track(2, () => ended.push('after close'))
    expect(ended).toEqual(['first', 'second', 'running', 'after close'])
  })

  it('changes leave a fifth of the connections, rounded up, to reads', async () => {
    const connections = new Connections(open({ poolSize: 6 }), {})
    const changes = await Promise.all(Array.from({ length: 4 }, () => connections.acquire('change')))
    let isWaiting = true
    const fifth = connections.query({ text: 'UPDATE partners SET name = name' }).then(() => {
      isWaiting = false
    })
    for (const text of ['SELECT 1', '/* name */ select 1', '  SHOW timezone']) await connections.query({ text })
    const reads = [await connections.acquire('read'), await connections.acquire('read')]
    expect(isWaiting).toBe(true)
    // Releasing a connection twice frees only one slot.
    for (const connection of [changes[0]!, changes[0]!, ...reads]) connection.release()
    await fifth
    for (const connection of changes.slice(1)) connection.release()
  })

  it('a statement is observed with its text, and not started after its deadline', async () => {
    const observed: string[] = []
    const observe = <T>(text: string, execute: () => Promise<T>) => {
      observed.push(text)
      return execute()
    }
    const pool = open()
    const connections = new Connections(pool, { observe })
    expect((await connections.query({ text: 'SELECT 1 AS one' }, performance.now() + 60_000)).rows).toEqual([
      { one: 1 },
    ])
    await expect(connections.query({ text: 'SELECT 2' }, performance.now() - 1)).rejects.toMatchObject(
      unavailable('POOL_TIMEOUT'),
    )
    expect(observed).toEqual(['SELECT 1 AS one'])
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
  })

  it('a rejected statement leaves its connection open, and a broken one is closed', async () => {
    const pool = open()
    const connections = new Connections(pool, {})
    await expect(connections.query({ text: 'SELECT 1 / 0' })).rejects.toMatchObject({ code: '22012' })
    expect(pool.totalCount).toBe(1)
    const client = await pool.connect()
    client.release()
    vi.spyOn(client, 'query').mockImplementation((query: unknown) => {
      ;(query as { emit(name: string, error: Error): void }).emit('error', new Error('Connection terminated'))
    })
    await expect(connections.query({ text: 'SELECT 1' })).rejects.toMatchObject(unavailable('CONNECTION_LOST'))
    expect(pool.totalCount).toBe(0)
  })

  it('users require privileges on every table', async () => {
    const pool = open()
    await checkPrivileges(pool)
    await pool.query('CREATE ROLE "low-1"; SET ROLE "low-1"')
    const missing = (table: string) =>
      `DATABASE_URL is rejected (low-1 lacks privileges on table ${table}): as the owner of the tables, ` +
      'run GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "public" TO "low-1", also after migrations'
    await expect(checkPrivileges(pool)).rejects.toThrow(missing('_prisma_migrations'))
    const asOwner = (statement: string) => pool.query(`RESET ROLE; ${statement}; SET ROLE "low-1"`)
    await asOwner('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO "low-1"')
    await asOwner('REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations FROM "low-1"')
    await checkPrivileges(pool)
    for (const privilege of ['SELECT', 'INSERT', 'UPDATE', 'DELETE']) {
      await asOwner(`REVOKE ${privilege} ON notes FROM "low-1"`)
      await expect(checkPrivileges(pool)).rejects.toThrow(missing('notes'))
      await asOwner(`GRANT ${privilege} ON notes TO "low-1"`)
    }
    await pool.query('RESET ROLE; DROP OWNED BY "low-1"; DROP ROLE "low-1"')
  })

  it('prepared statements whose name another client uses are rejected, as behind a transaction pooler', async () => {
    const pool = open({ poolSize: 4 })
    await checkSession(pool, { name: 'public' }, true)
    expect(pool.totalCount).toBe(0)
    await inSession('ROLLBACK')
    // The first check has left its prepared statement in the shared session.
    await expect(checkSession(pool, { name: 'public' }, true)).rejects.toThrow(
      'set DATABASE_PREPARED_STATEMENTS=off, or use its session mode, or PgBouncer 1.21 with max_prepared_statements',
    )
    expect(pool.totalCount).toBe(0)
    await inSession('ROLLBACK')
    await checkSession(pool, { name: 'public' }, false)
  })
})
