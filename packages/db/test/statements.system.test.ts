import { createAccount, createIdGenerator, type Stores } from '@partner-accounts/core'
import { newSealingKeys, sampleCreateAccountRequest } from '@partner-accounts/core/testing'
import type { Pool } from 'pg'
import { describe, expect, it, vi } from 'vitest'
import type { Database } from '../src/index.ts'
import { Connections } from '../src/driver/connections.ts'
import { runOn } from '../src/sql/run.ts'
import { statement } from '../src/sql/statement.ts'
import { databasesOfThisFile, SERVER_MISSING } from './opened-databases.ts'

const newId = createIdGenerator()
const MAX_REDEMPTIONS = 7
const { openMigrated, startServer } = databasesOfThisFile()

async function addPartner({ stores }: Database, couponId: string | null = null): Promise<string> {
  const id = newId()
  await stores.partners.add({ id, name: 'Revenda', couponId })
  return id
}

const create = ({ stores }: Database, partnerId: string, email = `${newId()}@estrela.example`) =>
  createAccount(
    { stores, newId, sealingKeys: newSealingKeys(), subscriptionActivation: 'manual' },
    {
      creator: { userId: newId(), partnerId },
      request: sampleCreateAccountRequest({ administrator: { fullName: 'Maria', email, mobilePhone: '11987654321' } }),
    },
  )

/** Fails if the divisor is 0. */
const DIVIDE_8_BY = statement({
  name: 'divide_8_by',
  parameters: { divisor: 'int4' },
  columns: { quotient: 'text' },
  text: 'SELECT (8 / :divisor::int)::text AS quotient',
})
const COUNT_PREPARED = statement({
  name: 'count_prepared',
  parameters: {},
  columns: { count: 'int4' },
  text: `SELECT count(*)::int AS count FROM pg_prepared_statements WHERE name = 'count_prepared'`,
})
const TERMINATE_SESSION = statement({
  name: 'terminate_session',
  parameters: {},
  columns: { terminated: 'bool' },
  text: 'SELECT pg_terminate_backend(pg_backend_pid()) AS terminated',
})
const SLEEP = statement({
  name: 'sleep',
  parameters: {},
  columns: { slept: 'text' },
  text: 'SELECT pg_sleep(60)::text AS slept',
})

const runOnPool = (pool: Pool) => runOn(new Connections(pool, {}))

/** Declares the tests of statements written by hand, for any database. */
function describeStatements(where: string, openOnce: () => Promise<Database>): void {
  describe(`Statements written by hand on ${where}`, () => {
    let opening: Promise<Database> | undefined
    const database = () => {
      opening ??= openOnce()
      return opening
    }

    it('a violation of a unique index leaves the connection usable', async () => {
      const opened = await database()
      const partnerId = await addPartner(opened)
      const taken = `${newId()}@estrela.example`
      await create(opened, partnerId, taken)
      const { totalCount } = opened.pool
      const rejected = create(opened, partnerId, taken)
      await expect(rejected).rejects.toMatchObject({ kind: 'administrator-email-taken' })
      expect(opened.pool.totalCount).toBe(totalCount)
    })

    it('a replaced connection prepares its statements again', async () => {
      const { pool, stores } = await database()
      const read = (store: Stores) => store.accounts.page(newId(), 1, 25)
      for (let times = 0; times < 2; times++) {
        expect(await read(stores)).toEqual({ items: [], total: 0 })
        const client = await pool.connect()
        client.release(true)
      }
      expect(await read(stores)).toEqual({ items: [], total: 0 })
    })

    it('concurrent creations never redeem a shared coupon more often than allowed, and number accounts without gaps', async () => {
      const opened = await database()
      const couponId = newId()
      await opened.prisma.coupon.create({
        data: { id: couponId, code: couponId, percentOff: 10, maxRedemptions: MAX_REDEMPTIONS },
      })
      const one = await addPartner(opened, couponId)
      const other = await addPartner(opened, couponId)
      const creations = Array.from({ length: 24 }, (_, index) => create(opened, index % 2 === 0 ? one : other))
      await Promise.all(creations)
      expect(await opened.prisma.coupon.findUnique({ where: { id: couponId } })).toMatchObject({
        redemptions: MAX_REDEMPTIONS,
      })
      expect(await opened.prisma.subscription.count({ where: { couponId } })).toBe(MAX_REDEMPTIONS)
      for (const partnerId of [one, other]) {
        const accounts = await opened.prisma.account.findMany({ where: { partnerId }, orderBy: { number: 'asc' } })
        expect(accounts.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
      }
    })

    it('a creation for a partner that does not exist stores nothing', async () => {
      const opened = await database()
      const email = `${newId()}@estrela.example`
      await expect(create(opened, newId(), email)).rejects.toThrow()
      expect(await opened.prisma.account.count({ where: { email } })).toBe(0)
    })

    it('a connection keeps a statement prepared under its name', async () => {
      const { pool } = await database()
      expect(await runOnPool(pool)(COUNT_PREPARED, {})).toEqual([{ count: 1 }])
    })

    it('a rejected statement leaves the connection usable', async () => {
      const { pool } = await database()
      const run = runOnPool(pool)
      await run(DIVIDE_8_BY, { divisor: 4 })
      const { totalCount } = pool
      await expect(run(DIVIDE_8_BY, { divisor: 0 })).rejects.toMatchObject({ code: '22012' })
      expect(pool.totalCount).toBe(totalCount)
      expect(await run(DIVIDE_8_BY, { divisor: 2 })).toEqual([{ quotient: '4' }])
    })
  })
}

describeStatements('the embedded PostgreSQL', () => openMigrated({ directory: undefined }))

describe.skipIf(SERVER_MISSING)('Statements on a PostgreSQL server (requires PostgreSQL)', () => {
  describeStatements('a PostgreSQL server', async () => openMigrated({ url: (await startServer()).url }))

  it('a connection that breaks during a statement rejects it with storage-unavailable, and the process continues', async () => {
    const server = await startServer()
    const { pool, stores } = await openMigrated({ url: server.url, statementTimeoutMs: 60_000 })
    const run = runOnPool(pool)
    await expect(run(TERMINATE_SESSION, {})).rejects.toMatchObject({ kind: 'storage-unavailable' })
    expect(await run(DIVIDE_8_BY, { divisor: 8 })).toEqual([{ quotient: '1' }])
    const waiting = run(SLEEP, {})
    const failed = expect(waiting).rejects.toMatchObject({ kind: 'storage-unavailable' })
    await vi.waitFor(async () => {
      const { rowCount } = await pool.query("SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
      expect(rowCount).toBe(1)
    }, 30_000)
    await server.kill()
    await failed
    await expect(stores.accounts.page(newId(), 1, 25)).rejects.toMatchObject({ kind: 'storage-unavailable' })
  })
})
