import { newSealingKeys } from '@partner-accounts/core/testing'
import { createIdGenerator, DomainError } from '@partner-accounts/core'
import { Client } from 'pg'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '../src/index.ts'
import type { PostgresServer } from '@partner-accounts/local-servers'
import { databasesOfThisFile, SERVER_MISSING } from './opened-databases.ts'

const newId = createIdGenerator()
const { openMigrated, startServer } = databasesOfThisFile()
const STATEMENT_MS = 3_000
/** Maximum duration of a statement: the server's timeout, the grace period, and a margin for a busy machine. */
const ABANDONED_AFTER_MS = STATEMENT_MS + 500 + 10_000

describe.skipIf(SERVER_MISSING)('With a PostgreSQL server (requires PostgreSQL)', () => {
  let server: PostgresServer
  let database: Database
  beforeAll(async () => {
    server = await startServer()
    const limits = { poolSize: 2, connectTimeoutMs: 3_000, statementTimeoutMs: STATEMENT_MS }
    database = await openMigrated({ url: server.url, ...limits })
  })
  afterEach(async () => {
    server.resume()
    await vi.waitFor(async () => expect(await database.isReady()).toBe(true), 30_000)
  })

  const find = () => database.stores.partners.find('nobody')
  /** Verifies that work fails because the database is unavailable, and returns the milliseconds until it failed. */
  const expectUnavailable = async (work: Promise<unknown>) => {
    const started = performance.now()
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(DomainError)
    expect(error).toMatchObject({ kind: 'storage-unavailable' })
    return performance.now() - started
  }
  const addPartner = (id: string, then: () => unknown) =>
    database.transact(async ({ partners }) => {
      await partners.add({ id, name: 'Revenda', couponId: null })
      await then()
    })

  it('a statement on a hung server times out, outside and inside a transaction', async () => {
    await find()
    server.pause()
    expect(await expectUnavailable(find())).toBeLessThan(ABANDONED_AFTER_MS)
    server.resume()
    expect(await expectUnavailable(addPartner(newId(), () => void server.pause()))).toBeLessThan(ABANDONED_AFTER_MS)
  })

  it('a connection whose statement timed out is discarded, so that no late response reaches another statement', async () => {
    const readPid = async () =>
      (await database.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
    const before = await readPid()
    server.pause()
    await expectUnavailable(find())
    expect(database.pool.idleCount).toBe(0)
    server.resume()
    await vi.waitFor(async () => expect(await readPid()).not.toBe(before), 30_000)
    // The discarded connection counts until the server has ended its session.
    await vi.waitFor(() => expect(database.pool.totalCount).toBe(1), 30_000)
  })

  it('the server cancels a statement that takes too long or waits too long for a lock, and later ones succeed', async () => {
    await find()
    const slow = database.prisma.$queryRaw`SELECT pg_sleep(60)::text`
    expect(await expectUnavailable(slow)).toBeLessThan(ABANDONED_AFTER_MS)
    await database.prisma.$transaction(async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE partners`
      expect(await expectUnavailable(find())).toBeLessThan(ABANDONED_AFTER_MS)
    })
    expect(await find()).toBeUndefined()
  })

  it('the server ends an idle transaction, such as that of an instance that stopped responding, and rolls it back', async () => {
    const id = newId()
    const countIdleTransactions = async () =>
      (await database.pool.query("SELECT FROM pg_stat_activity WHERE state = 'idle in transaction'")).rowCount
    await expectUnavailable(
      addPartner(id, () => vi.waitFor(async () => expect(await countIdleTransactions()).toBe(0), 30_000)),
    )
    expect(await database.stores.partners.find(id)).toBeUndefined()
  })

  it('statements fail with storage-unavailable when their session is terminated or the server is killed', async () => {
    const terminateOthers = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()'
    await expectUnavailable(
      addPartner(newId(), async () => {
        await database.pool.query(terminateOthers)
        // The connection that terminated the other sessions stays usable.
        await find()
      }),
    )
    await expectUnavailable(addPartner(newId(), () => server.kill()))
    await expectUnavailable(find())
    expect(await database.isReady()).toBe(false)
    await server.restart()
    expect(await find()).toBeUndefined()
  })

  it('a statement whose wait for a free connection times out fails with storage-unavailable', async () => {
    const held = await Promise.all([database.pool.connect(), database.pool.connect()])
    expect(await expectUnavailable(find())).toBeLessThan(ABANDONED_AFTER_MS)
    for (const client of held) client.release()
    expect(await find()).toBeUndefined()
  })

  it('without a synchronous standby, hanging commits occupy at most four of five connections, and reads succeed', async () => {
    const admin = new Client({ connectionString: server.url })
    await admin.connect()
    const setSynchronousStandby = async (name: string) => {
      await admin.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`)
      await admin.query('SELECT pg_reload_conf()')
    }
    const location = { url: server.url, poolSize: 5, connectTimeoutMs: 3_000, statementTimeoutMs: 3_000 }
    const limited = await openDatabase(location, newSealingKeys())
    const add = () => limited.stores.partners.add({ id: newId(), name: 'Revenda', couponId: null })
    const countHangingSessions = async () => {
      const text = "SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND wait_event = 'SyncRep'"
      return (await admin.query(text)).rowCount
    }
    await setSynchronousStandby('absent')
    await vi.waitFor(
      async () =>
        expect((await admin.query('SHOW synchronous_standby_names')).rows[0]).toEqual({
          synchronous_standby_names: 'absent',
        }),
      30_000,
    )
    for (let round = 0; round < 3; round++) {
      for (const outcome of await Promise.allSettled(Array.from({ length: 5 }, add))) {
        expect(outcome).toMatchObject({ reason: { kind: 'storage-unavailable' } })
      }
      expect(await limited.stores.partners.find('nobody')).toBeUndefined()
      // One of the five connections is reserved for reads.
      expect(await countHangingSessions()).toBe(4)
    }
    await setSynchronousStandby('')
    await vi.waitFor(async () => expect(await countHangingSessions()).toBe(0), 30_000)
    await expect
      .poll(() =>
        add().then(
          () => 'added',
          () => 'unavailable',
        ),
      )
      .toBe('added')
    await limited.close()
    await admin.end()
  })

  it('isReady returns false when the server hangs, long before the connect timeout', async () => {
    const patient = await openDatabase({ url: server.url, connectTimeoutMs: 60_000 }, newSealingKeys())
    server.pause()
    const started = performance.now()
    expect(await patient.isReady()).toBe(false)
    // Without its timeout of 2 s, `isReady` would wait a minute for a connection. The margin is for a busy machine.
    expect(performance.now() - started).toBeLessThan(30_000)
    server.resume()
    await patient.close()
  })

  it('the next attempt at a mail is due by the clock of the database, not of the instance', async () => {
    const content = { kind: 'password-changed', name: 'Ana', partnerName: 'Revenda' } as const
    const id = await database.stores.mails.queue({ recipient: 'a@b.example', content })
    const [mail] = await database.mailQueue.claim(1, 60)
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: now + 3_600_000 })
    const failure = { error: 'greylisted', retryInSeconds: 30 }
    await database.mailQueue.record([{ delivery: mail!, failure, report: undefined }]).finally(() => vi.useRealTimers())
    const { dueAt } = await database.prisma.mail.findFirstOrThrow({ where: { id } })
    expect(Math.abs(dueAt.getTime() - now - 30_000)).toBeLessThan(10_000)
  })
})
