import { newSealingKeys } from '@partner-accounts/core/testing'
import type { PostgresServer } from '@partner-accounts/local-servers'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../src/index.ts'
import { databasesOfThisFile, PATIENT, SERVER_MISSING } from './opened-databases.ts'

const { startServer } = databasesOfThisFile()
const ROLE = 'app'

describe.skipIf(SERVER_MISSING)('A database that rejects users later (requires PostgreSQL)', () => {
  let server: PostgresServer
  let admin: Client
  let database: Database
  /** The content of a file that a secret manager rewrites. */
  let url: string
  beforeAll(async () => {
    server = await startServer()
    admin = new Client({ connectionString: server.url })
    await admin.connect()
    await admin.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD 'first'`)
    await admin.query(`CREATE DATABASE accounts OWNER ${ROLE}`)
    const { rows } = await admin.query<{ hba_file: string }>('SHOW hba_file')
    const rules = ['host all postgres 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256']
    await admin.query(`COPY (SELECT unnest(ARRAY['${rules.join("','")}'])) TO '${rows[0]!.hba_file}'`)
    await admin.query('SELECT pg_reload_conf()')
    url = urlWith('first')
    database = await openDatabase({ url, readUrl: () => url, ...PATIENT }, newSealingKeys())
    await database.migrate()
  })
  afterAll(async () => {
    await database.close()
    await admin.end()
  })

  const urlWith = (password: string) => {
    const { host } = new URL(server.url)
    return `postgresql://${ROLE}:${password}@${host}/accounts`
  }
  const disconnect = async () => {
    await admin.query(`SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE usename = '${ROLE}'`)
    await expect.poll(() => database.pool.idleCount).toBe(0)
  }
  /** Reads through Prisma's client, a raw statement and a transaction. Returns `succeeded` or the error of each. */
  const readOutcomes = () =>
    Promise.all(
      [
        () => database.stores.partners.find('nobody'),
        () => database.stores.accounts.page('nobody', 1, 25),
        () => database.transact(({ partners }) => partners.find('nobody')),
      ].map((work) =>
        work().then(
          () => 'succeeded',
          (error: Error & { kind?: string }) => [error.kind, (error.cause as { code?: string }).code],
        ),
      ),
    )

  it.each([
    ['28P01', 'another password', `ALTER ROLE ${ROLE} PASSWORD 'other'`, `ALTER ROLE ${ROLE} PASSWORD 'first'`],
    ['28P01', 'expired', `ALTER ROLE ${ROLE} VALID UNTIL '2020-01-01'`, `ALTER ROLE ${ROLE} VALID UNTIL 'infinity'`],
    ['28000', 'no login', `ALTER ROLE ${ROLE} NOLOGIN`, `ALTER ROLE ${ROLE} LOGIN`],
    ['53300', 'no connection', `ALTER ROLE ${ROLE} CONNECTION LIMIT 0`, `ALTER ROLE ${ROLE} CONNECTION LIMIT -1`],
    [
      '42501',
      'no privilege',
      `ALTER DATABASE accounts OWNER TO postgres; REVOKE CONNECT ON DATABASE accounts FROM PUBLIC`,
      `ALTER DATABASE accounts OWNER TO ${ROLE}; GRANT CONNECT ON DATABASE accounts TO PUBLIC`,
    ],
    ['3D000', 'renamed', 'ALTER DATABASE accounts RENAME TO renamed', 'ALTER DATABASE renamed RENAME TO accounts'],
  ])('is unavailable with SQLSTATE %s (%s), and recovers', async (code, _case, reject, restore) => {
    await disconnect()
    await admin.query(reject)
    await disconnect()
    expect(await readOutcomes()).toEqual(Array(3).fill(['storage-unavailable', code]))
    expect(await database.isReady()).toBe(false)
    await admin.query(restore)
    await expect.poll(() => database.isReady()).toBe(true)
  })

  describe('while privileges are withdrawn', () => {
    const inAccounts = async (...statements: string[]) => {
      const client = new Client({ connectionString: server.url.replace(/postgres$/, 'accounts') })
      await client.connect()
      try {
        for (const statement of statements) await client.query(statement)
      } finally {
        await client.end()
      }
    }
    beforeAll(() => inAccounts('ALTER SCHEMA public OWNER TO postgres', `GRANT ALL ON SCHEMA public TO ${ROLE}`))
    afterAll(() => inAccounts(`ALTER SCHEMA public OWNER TO ${ROLE}`))

    it.each([
      ['SELECT ON partners, accounts', Array(3).fill(['storage-unavailable', '42501'])],
      ['INSERT ON audit_entries', Array(3).fill('succeeded')],
      ['SELECT ON _prisma_migrations', Array(3).fill('succeeded')],
      // The raw statement names no schema, so PostgreSQL finds none of its tables.
      ['ALL ON SCHEMA public', ['42501', '42P01', '42501'].map((code) => ['storage-unavailable', code])],
    ])('is not ready without %s, and recovers', async (privilege, expected) => {
      await inAccounts('REVOKE ALL ON SCHEMA public FROM PUBLIC', `REVOKE ${privilege} FROM ${ROLE}`)
      expect(await readOutcomes()).toEqual(expected)
      expect(await database.isReady()).toBe(false)
      await inAccounts(`GRANT ${privilege} TO ${ROLE}`)
      await expect.poll(() => database.isReady()).toBe(true)
      expect(await readOutcomes()).toEqual(Array(3).fill('succeeded'))
    })
  })

  it('reads the URL again before the next connection, so that a rotated password needs no restart', async () => {
    await admin.query(`ALTER ROLE ${ROLE} PASSWORD 'second'`)
    await disconnect()
    expect(await readOutcomes()).toEqual(Array(3).fill(['storage-unavailable', '28P01']))
    url = urlWith('second')
    expect(await readOutcomes()).toEqual(Array(3).fill('succeeded'))
  })

  it('reads the direct URL again before the next connection for migrations', async () => {
    let directUrl = urlWith('outdated')
    const location = { url, readUrl: () => url, directUrl, readDirectUrl: () => directUrl }
    const migrating = await openDatabase({ ...location, ...PATIENT }, newSealingKeys())
    try {
      await expect(migrating.migrate()).rejects.toThrow(/^DATABASE_DIRECT_URL is rejected /)
      directUrl = url
      expect(await migrating.migrate()).toEqual([])
    } finally {
      await migrating.close()
    }
  })
})
