import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createIdGenerator } from '@partner-accounts/core'
import { newSealingKeys } from '@partner-accounts/core/testing'
import {
  type PostgresServer,
  postgresPrograms,
  type Relay,
  startPostgres,
  startRelay,
} from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '../src/index.ts'
import { databasesOfThisFile, PATIENT, SERVER_MISSING } from './opened-databases.ts'

const newId = createIdGenerator()
const { openMigrated, startServer } = databasesOfThisFile()
const POOL_SIZE = 4
const RECOVERY = { timeout: 60_000, interval: 50 }

/** Starts a standby that follows a server. */
async function startStandby(url: string): Promise<PostgresServer & { folder: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-standby-'))
  const parameters = ['-D', path.join(folder, 'data'), '-d', url, '-R', '--checkpoint=fast', '--no-sync']
  execFileSync(`${postgresPrograms()}/pg_basebackup`, parameters, { stdio: 'pipe' })
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres:', folder])
  return { ...(await startPostgres(postgresPrograms() ?? '', { folder })), folder }
}

const psql = ({ url }: PostgresServer, statement: string): string =>
  execFileSync(`${postgresPrograms()}/psql`, ['-qXAt', '-d', url, '-c', statement], { encoding: 'utf8' }).trim()

describe.skipIf(SERVER_MISSING)('Fail-over to a read-only PostgreSQL standby (requires PostgreSQL)', () => {
  let primary: PostgresServer
  let standby: PostgresServer & { folder: string }
  let relay: Relay
  let database: Database
  beforeAll(async () => {
    primary = await startServer()
    relay = await startRelay(primary.url)
    database = await openMigrated({ url: relay.urlOf(primary.url), poolSize: POOL_SIZE })
    standby = await startStandby(primary.url)
  })
  afterAll(async () => {
    await relay.stop()
    await standby.stop()
    rmSync(standby.folder, { recursive: true, force: true })
  })

  const addPartner = () => database.stores.partners.add({ id: newId(), name: 'Revenda', couponId: null })
  const concurrently = <T>(work: () => Promise<T>) => Promise.allSettled(Array.from({ length: POOL_SIZE }, work))
  const endConnections = (server: PostgresServer) =>
    execFileSync(`${postgresPrograms()}/psql`, [
      '-d',
      server.url,
      '-c',
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    ])

  it('while the address leads to a standby, the database is not ready and writes fail with storage-unavailable; they succeed once it leads back', async () => {
    relay.switchTo(standby.url)
    endConnections(primary)
    await vi.waitFor(async () => expect(await database.isReady()).toBe(false), 30_000)
    for (const outcome of await concurrently(addPartner)) {
      expect(outcome).toMatchObject({ reason: { kind: 'storage-unavailable' } })
    }
    // Reads leave no connection to the standby, either.
    await concurrently(() => database.stores.partners.find('nobody'))
    relay.switchTo(primary.url)
    expect(await concurrently(addPartner)).toEqual(Array(POOL_SIZE).fill({ status: 'fulfilled', value: undefined }))
    await expect.poll(() => database.isReady()).toBe(true)
  })

  it('failed writes and isReady leave no connection to a server that became read-only', async () => {
    await concurrently(addPartner)
    await database.pool.query('ALTER SYSTEM SET default_transaction_read_only = on')
    await database.pool.query('SELECT pg_reload_conf()')
    await vi.waitFor(async () => expect(await database.isReady()).toBe(false), 30_000)
    for (const outcome of await concurrently(addPartner)) {
      expect(outcome).toMatchObject({ reason: { kind: 'storage-unavailable' } })
    }
    expect(database.pool.totalCount).toBe(0)
    expect(await database.isReady()).toBe(false)
    expect(database.pool.totalCount).toBe(0)
    execFileSync(`${postgresPrograms()}/psql`, [
      '-d',
      primary.url,
      '-c',
      'SET default_transaction_read_only = off',
      '-c',
      'ALTER SYSTEM RESET default_transaction_read_only',
      '-c',
      'SELECT pg_reload_conf()',
    ])
    await vi.waitFor(async () => expect(await database.isReady()).toBe(true), 30_000)
    expect(await concurrently(addPartner)).toEqual(Array(POOL_SIZE).fill({ status: 'fulfilled', value: undefined }))
  })
})

describe.skipIf(SERVER_MISSING)('A list of hosts (requires PostgreSQL)', () => {
  it('leads to the primary among them, and after a fail-over to the promoted standby', async () => {
    const primary = await startServer()
    const standby = await startStandby(primary.url)
    try {
      const hosts = [standby, primary].map(({ url }) => new URL(url).host)
      const database = await openDatabase(
        { url: `postgresql://postgres@${hosts.join(',')}/postgres?target_session_attrs=read-write`, ...PATIENT },
        newSealingKeys(),
      )
      const addPartner = () => database.stores.partners.add({ id: newId(), name: 'Revenda', couponId: null })
      try {
        // After a server rejects a connection, the next connection goes to the next host.
        await vi.waitFor(() => database.migrate(), RECOVERY)
        await addPartner()
        const written = psql(primary, 'SELECT pg_current_wal_lsn()')
        await expect.poll(() => psql(standby, `SELECT pg_last_wal_replay_lsn() >= '${written}'`)).toBe('t')
        await primary.kill()
        psql(standby, 'SELECT pg_promote()')
        await vi.waitFor(addPartner, RECOVERY)
        await expect.poll(() => database.isReady()).toBe(true)
      } finally {
        await database.close()
      }
    } finally {
      await standby.stop()
      rmSync(standby.folder, { recursive: true, force: true })
    }
  })
})
