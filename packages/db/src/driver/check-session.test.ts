import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { DatabaseError, type Pool } from 'pg'
import { expect, it, vi } from 'vitest'
import { checkSession } from './check-session.ts'

const VALUES = {
  role: 'app',
  database: 'accounts',
  encoding: 'UTF8',
  schema: 'public',
  TimeZone: 'UTC',
  DateStyle: 'ISO, DMY',
  standard_conforming_strings: 'on',
  bytea_output: 'hex',
  default_transaction_isolation: 'read committed',
  session_replication_role: 'origin',
  timeouts: { statement_timeout: 0, lock_timeout: 100 },
}

/** Creates a pool whose fourth and last connection has other settings, as a pooler's server connections may. */
function poolWith(changes: Partial<typeof VALUES>): Pool {
  let connected = 0
  return {
    connect() {
      connected += 1
      const row = connected === 4 ? { ...VALUES, ...changes } : VALUES
      return Promise.resolve({ query: () => Promise.resolve({ rows: [row] }), release() {} })
    },
  } as unknown as Pool
}

const check = (changes: Partial<typeof VALUES>) => checkSession(poolWith(changes), { name: 'public' }, false)

/** Creates a pool whose connections pass their statements to `query`. The first connection is 1. */
const poolWithQuery = (query: (connection: number, text: string) => Promise<object>): Pool => {
  let connected = 0
  return {
    connect() {
      connected += 1
      const connection = connected
      const run = (statement: string | { text: string }) =>
        query(connection, typeof statement === 'string' ? statement : statement.text)
      return Promise.resolve({ query: run, release() {} })
    },
  } as unknown as Pool
}

it('checkSession accepts the settings that the service requires', async () => {
  await check({})
})

it.each([
  [{ TimeZone: 'America/Sao_Paulo' }, "SET TimeZone TO 'UTC'"],
  [{ DateStyle: 'SQL, DMY' }, "SET DateStyle TO 'ISO, MDY'"],
  [{ standard_conforming_strings: 'off' }, 'SET standard_conforming_strings TO on'],
  [{ bytea_output: 'escape' }, 'SET bytea_output TO hex'],
  [{ default_transaction_isolation: 'serializable' }, "SET default_transaction_isolation TO 'read committed'"],
  [{ session_replication_role: 'replica' }, 'SET session_replication_role TO origin'],
  [{ encoding: 'LATIN1' }, "create it with ENCODING 'UTF8'"],
  [{ timeouts: { statement_timeout: 0, lock_timeout: 99 } }, "SET lock_timeout TO '2s'"],
  [{ schema: 'other' }, 'search_path leads to schema other instead of public'],
])('checkSession rejects %j of one connection, and names the remedy', async (changes, remedy) => {
  await expect(check(changes)).rejects.toThrow(remedy)
})

it.each([
  [undefined, {}, 'where no schema of search_path exists: create one of them, or add ?schema=public to DATABASE_URL'],
  ['pg_catalog', {}, 'where search_path begins with pg_catalog: add ?schema=public to DATABASE_URL, or run ALTER ROLE'],
  ['information_schema', {}, 'where search_path begins with information_schema'],
  ['public', { schema: null }, 'search_path leads to schema (none) instead of public: run ALTER ROLE'],
])('checkSession rejects the schema %j, and names the remedy', async (name, changes, remedy) => {
  await expect(checkSession(poolWith(changes as never), { name }, false)).rejects.toThrow(remedy)
})

it('checkSession names the role, the database and the setting', async () => {
  await expect(check({ bytea_output: 'escape' })).rejects.toThrow(
    'DATABASE_URL leads to database accounts, where bytea_output is escape: ' +
      'run ALTER ROLE "app" IN DATABASE "accounts" SET bytea_output TO hex, and restart the pooler, if there is one',
  )
})

it.each([{ TimeZone: 'Etc/UTC' }, { TimeZone: 'gmt' }, { DateStyle: 'ISO, YMD' }, { timeouts: { lock_timeout: 0 } }])(
  'checkSession also accepts %j',
  async (changes) => {
    await check(changes as never)
  },
)

it('checkSession checks no more connections after one for which a pooler has no free server connection', async () => {
  // Timeouts expire immediately. The named import of `checkSession` gets the mock only after the synchronization.
  vi.spyOn(timers, 'setTimeout').mockImplementation((_ms, value) => Promise.resolve().then(() => value as never))
  syncBuiltinESMExports()
  try {
    const query = vi.fn(() => new Promise<object>(() => undefined))
    await checkSession(poolWithQuery(query), { name: 'public' }, false)
    expect(query).toHaveBeenCalledOnce()
  } finally {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  }
})

it('checkSession rejects a pooler that assigns connections by statement, and passes other errors on', async () => {
  const pooling = Object.assign(
    new DatabaseError('transaction blocks not allowed in statement pooling mode', 1, 'error'),
    {
      code: '08P01',
    },
  )
  const checkWithError = (error: Error) =>
    checkSession(
      poolWithQuery(() => Promise.reject(error)),
      { name: 'public' },
      false,
    )
  await expect(checkWithError(pooling)).rejects.toThrow(
    'DATABASE_URL leads to a pooler that assigns connections by statement, which has no transactions: ' +
      'use its transaction mode with DATABASE_PREPARED_STATEMENTS=off, or its session mode',
  )
  for (const error of [new Error('statement pooling'), new DatabaseError('other', 1, 'error')])
    await expect(checkWithError(error)).rejects.toBe(error)
})

it('checkSession repeats a prepared statement while all other connections are in transactions', async () => {
  const statements: string[] = []
  const pool = poolWithQuery((connection, text) => {
    statements.push(`${connection} ${text.startsWith('SELECT 1') ? text : text.trim().split(/\s/)[0]!}`)
    return Promise.resolve({ rows: [VALUES] })
  })
  await checkSession(pool, { name: 'public' }, true)
  expect(statements.slice(0, 8)).toEqual([
    '1 SELECT 1',
    '2 BEGIN',
    '3 BEGIN',
    '4 BEGIN',
    '1 SELECT 1',
    '2 ROLLBACK',
    '3 ROLLBACK',
    '4 ROLLBACK',
  ])
})

it.each([
  ['26000', 'set DATABASE_PREPARED_STATEMENTS=off'],
  ['42P05', 'set DATABASE_PREPARED_STATEMENTS=off'],
  ['57P01', 'failed'],
])('checkSession explains SQLSTATE %s of a prepared statement: %s', async (code, message) => {
  const error = Object.assign(new DatabaseError('failed', 1, 'error'), { code })
  const pool = poolWithQuery(() => Promise.reject(error))
  await expect(checkSession(pool, { name: 'public' }, true)).rejects.toThrow(message)
})
