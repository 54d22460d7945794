import { newSealingKeys } from '@partner-accounts/core/testing'
import { type PostgresServer, postgresPrograms, startPostgres } from '@partner-accounts/local-servers'
import { readFileSync } from 'node:fs'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../src/index.ts'

const PAGE = readFileSync(new URL('../../../docs/recipes.md', import.meta.url), 'utf8')
const programs = postgresPrograms()

/** Returns the queries of a recipe. */
function queriesOf(title: string): string[] {
  const [, recipe = ''] = PAGE.split(`\n## ${title}\n`)
  const [, sql = ''] = /```sql\n(.*?)```/s.exec(recipe) ?? []
  return sql.split(';\n').filter((query) => query.trim() !== '')
}

describe.skipIf(programs === undefined)('The queries of docs/recipes.md (requires PostgreSQL)', () => {
  let server: PostgresServer
  let pool: Pool
  const rowsOf = async (title: string) => {
    const rows: unknown[] = []
    for (const query of queriesOf(title)) rows.push(...(await pool.query(query)).rows)
    return rows
  }
  beforeAll(async () => {
    server = await startPostgres(programs ?? '')
    const database = await openDatabase({ url: server.url, poolSize: 1 }, newSealingKeys())
    await database.migrate()
    await database.close()
    pool = new Pool({ connectionString: server.url })
  })
  afterAll(async () => {
    await pool.end()
    await server.stop()
  })

  it('name the largest tables, and the replication slots that keep WAL', async () => {
    await pool.query("SELECT pg_create_physical_replication_slot('gone', true)")
    const rows = await rowsOf('A disk of the database is full')
    expect(rows).toContainEqual({ relname: 'accounts', size: expect.stringMatching(/kB$/) })
    expect(rows).toContainEqual({ slot_name: 'gone', active: false, kept: expect.any(String) })
    await pool.query("SELECT pg_drop_replication_slot('gone')")
  })

  it('name the session that blocks a migration, which continues once that session ends', async () => {
    const reader = new Pool({ connectionString: server.url, application_name: 'report' })
    const session = await reader.connect()
    session.on('error', () => {})
    await session.query('BEGIN; LOCK TABLE accounts IN ACCESS SHARE MODE')
    const migration = pool.query('ALTER TABLE accounts ADD COLUMN added int')
    const blocking = await vi.waitFor(async () => {
      const [row] = await rowsOf('A start hangs in a migration')
      expect(row).toMatchObject({ application_name: 'report', state: 'idle in transaction' })
      return row as { pid: number }
    })
    await pool.query('SELECT pg_terminate_backend($1)', [blocking.pid])
    await migration
    session.release(true)
    await reader.end()
  })
})
