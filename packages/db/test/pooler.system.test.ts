import { createAccount, createIdGenerator } from '@partner-accounts/core'
import { newSealingKeys, sampleCreateAccountRequest } from '@partner-accounts/core/testing'
import { hasPgBouncer, type PgBouncer, type PostgresServer, startPgBouncer } from '@partner-accounts/local-servers'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AbandonedConnections } from '../src/driver/abandoned-connections.ts'
import { type Database, openDatabase } from '../src/index.ts'
import { databasesOfThisFile, SERVER_MISSING } from './opened-databases.ts'

const newId = createIdGenerator()
const { openMigrated, startServer } = databasesOfThisFile()
const sealingKeys = newSealingKeys()
const STATEMENT_MS = 800

/** Runs enough concurrent work on accounts that a pooler interleaves the connections of its clients. */
async function useConcurrently({ stores, transact, mailQueue }: Database): Promise<void> {
  const partnerId = newId()
  await stores.partners.add({ id: partnerId, name: 'Revenda', couponId: null })
  const dependencies = { stores, transact, newId, sealingKeys, subscriptionActivation: 'immediate' as const }
  const creator = { userId: newId(), partnerId }
  const create = (_: unknown, index: number) =>
    createAccount(dependencies, { creator, request: sampleCreateAccountRequest(), idempotencyKey: `order ${index}` })
  const created = await Promise.all(Array.from({ length: 12 }, create))
  const pages = await Promise.all(Array.from({ length: 12 }, () => stores.accounts.page(partnerId, 1, 25)))
  for (const { total, items } of pages) expect([total, items.length]).toEqual([12, 12])
  for (const { id } of created) expect(await stores.accounts.find(partnerId, { kind: 'id', value: id })).toBeDefined()
  expect(await mailQueue.claim(1, 60)).toHaveLength(1)
}

describe.skipIf(SERVER_MISSING || !hasPgBouncer())('Behind PgBouncer (requires PostgreSQL and PgBouncer)', () => {
  let server: PostgresServer
  let pooler: PgBouncer | undefined
  beforeEach(async () => {
    server = await startServer()
  })
  afterEach(async () => {
    await pooler?.stop()
    pooler = undefined
  })

  it('in session mode the service works with prepared statements, without any setting', async () => {
    pooler = await startPgBouncer(server.url, 'session')
    await useConcurrently(await openMigrated({ url: pooler.url }))
  })

  it('in transaction mode the service works with DATABASE_PREPARED_STATEMENTS=off and stores times in UTC', async () => {
    pooler = await startPgBouncer(server.url, 'transaction')
    const database = await openMigrated({ url: pooler.url, directUrl: server.url, hasPreparedStatements: false })
    await database.pool.query(`ALTER DATABASE postgres SET timezone = 'Asia/Tokyo'`)
    await useConcurrently(database)
    const other = await openDatabase({ url: pooler.url, hasPreparedStatements: false }, sealingKeys)
    const expiresAt = new Date('2030-01-01T00:00:00Z')
    await other.prisma.coupon.create({ data: { id: newId(), code: 'X', percentOff: 5, expiresAt } })
    const { rows } = await other.pool.query(`SELECT extract(epoch FROM expires_at)::float8 AS s FROM coupons`)
    expect(rows).toEqual([{ s: expiresAt.getTime() / 1000 }])
    await other.close()
  })

  it('in transaction mode with prepared statements the start fails within 20 seconds and names the remedy', async () => {
    pooler = await startPgBouncer(server.url, 'transaction')
    const database = await openDatabase({ url: pooler.url, directUrl: server.url }, sealingKeys)
    const started = performance.now()
    await expect(database.migrate()).rejects.toThrow('set DATABASE_PREPARED_STATEMENTS=off')
    expect(performance.now() - started).toBeLessThan(20_000)
    await database.close()
  })

  it('the place of an abandoned statement becomes free when it ends, although a pooler keeps the session', async () => {
    const kept = new Client({ connectionString: server.url })
    await kept.connect()
    const { rows } = await kept.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const abandoned = new AbandonedConnections({ connectionString: server.url })
    const started = performance.now()
    const statement = kept.query(`SELECT pg_sleep(${STATEMENT_MS / 1000})`)
    await new Promise<void>((resolve) => abandoned.track(rows[0]!.pid, resolve))
    expect(performance.now() - started).toBeGreaterThan(STATEMENT_MS)
    await statement
    await kept.end()
  })

  it('in transaction mode migrations leave no lock behind, and a later start does not hang', async () => {
    pooler = await startPgBouncer(server.url, 'transaction')
    for (const run of ['first', 'second']) {
      const database = await openDatabase({ url: pooler.url, hasPreparedStatements: false }, sealingKeys)
      expect((await database.migrate()).length > 0).toBe(run === 'first')
      const { rows } = await database.pool.query(`SELECT FROM pg_locks WHERE locktype = 'advisory'`)
      expect(rows).toEqual([])
      await database.close()
    }
  })
})
