import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { openMigrationPool } from '../src/driver/open-server-pool.ts'
import { SERVER_DEFAULTS } from '../src/index.ts'
import { applyMigrations } from '../src/migrations/apply-migrations.ts'
import { databasesOfThisFile, SERVER_MISSING } from './opened-databases.ts'

const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
const FILL = '20261122061100_fill_partner_columns'
/** More than two batches. */
const ACCOUNTS = 2_500

const { startServer } = databasesOfThisFile()
const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-online-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const names = readdirSync(MIGRATIONS).filter((name) => /^\d/.test(name))
const add = (name: string) => cpSync(path.join(MIGRATIONS, name), path.join(folder, name), { recursive: true })

describe.skipIf(SERVER_MISSING)('online.sql of a migration (skipped: no /usr/lib/postgresql/*/bin)', () => {
  it('fills the partner of every row of the previous release before the migration itself', async () => {
    const pool = openMigrationPool((await startServer()).url, SERVER_DEFAULTS)
    for (const name of names.filter((earlier) => earlier < FILL)) add(name)
    await applyMigrations(pool, folder)
    await insertWithoutPartner(pool)
    // Without the statements of the migration itself.
    mkdirSync(path.join(folder, FILL))
    cpSync(path.join(MIGRATIONS, FILL, 'online.sql'), path.join(folder, FILL, 'online.sql'))
    writeFileSync(path.join(folder, FILL, 'migration.sql'), 'SELECT 1')
    expect(await applyMigrations(pool, folder)).toEqual([FILL])
    for (const table of ['administrators', 'units', 'work_schedules', 'subscriptions', 'administrator_emails']) {
      const { rows } = await pool.query(`SELECT partner_id, count(*)::int AS rows FROM ${table} GROUP BY 1 ORDER BY 1`)
      expect(rows, table).toEqual([
        { partner_id: 'a', rows: ACCOUNTS / 2 },
        { partner_id: 'b', rows: ACCOUNTS / 2 },
      ])
    }
    await pool.end()
  })
})

/** Inserts accounts of two partners as they were before rows had a partner. */
async function insertWithoutPartner(pool: Pool): Promise<void> {
  const accounts = `FROM generate_series(1, ${ACCOUNTS}) AS n`
  const id = `lpad(n::text, 24, '0')`
  const partner = `CASE WHEN n % 2 = 0 THEN 'a' ELSE 'b' END`
  await pool.query(`
    SET session_replication_role = replica;
    INSERT INTO partners (id, name) VALUES ('a', 'Revenda'), ('b', 'Revenda');
    INSERT INTO accounts (id, partner_id, number, secret_hash) SELECT ${id}, ${partner}, n, sha256('secret') ${accounts};
    INSERT INTO administrators (account_id, full_name, email, mobile_phone, partner_id)
      SELECT ${id}, 'Maria', 'M' || n || '@estrela.example', '11987654321', '' ${accounts};
    INSERT INTO units (id, account_id, name, cep, street_name, street_number, neighborhood, state, city, partner_id)
      SELECT ${id}, ${id}, 'Matriz', '01310100', 'Avenida Paulista', '1578', 'Bela Vista', 'SP', 'São Paulo', '' ${accounts};
    INSERT INTO work_schedules (id, account_id, name, days, partner_id) SELECT ${id}, ${id}, 'Semana', '[]', '' ${accounts};
    INSERT INTO subscriptions (id, account_id, employees, partner_id) SELECT ${id}, ${id}, 1, '' ${accounts};
    RESET session_replication_role`)
}
