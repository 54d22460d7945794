import type { Pool } from 'pg'
import { expect, it } from 'vitest'
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

/** A pool whose last connection has other settings, as a pooler's server connections may. */
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
