import { createAccount, type CreateAccountRequest, createIdGenerator, type SealingKeys } from '@partner-accounts/core'
import { newSealingKeys, sampleCreateAccountRequest } from '@partner-accounts/core/testing'
import type { PostgresServer } from '@partner-accounts/local-servers'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '../src/index.ts'
import { databasesOfThisFile, PATIENT, SERVER_MISSING } from './opened-databases.ts'

const newId = createIdGenerator()
const { openMigrated, startServer } = databasesOfThisFile()
const sealingKeys = newSealingKeys()
const DAY_MS = 86_400_000

describe.skipIf(SERVER_MISSING)('Creations on a PostgreSQL server (requires PostgreSQL)', () => {
  let server: PostgresServer
  let database: Database
  /** A connection outside the pool, which represents another instance. */
  let other: Client
  let partnerId: string
  beforeAll(async () => {
    server = await startServer()
    database = await openMigrated({ url: server.url })
    other = new Client({ connectionString: server.url })
    await other.connect()
  })
  beforeEach(async () => {
    partnerId = newId()
    await database.stores.partners.add({ id: partnerId, name: 'Revenda', couponId: null })
  })
  afterEach(() => other.query('ROLLBACK'))
  afterAll(() => other.end())

  const create = (
    key?: string,
    request: CreateAccountRequest = sampleCreateAccountRequest(),
    { stores }: Pick<Database, 'stores'> = database,
    keys: SealingKeys = sealingKeys,
  ) =>
    createAccount(
      { stores, newId, sealingKeys: keys, subscriptionActivation: 'manual' },
      { creator: { userId: newId(), partnerId }, request, idempotencyKey: key },
    )
  const numbers = async () => {
    const accounts = await database.prisma.account.findMany({ where: { partnerId }, orderBy: { number: 'asc' } })
    return accounts.map(({ number }) => number)
  }
  const lockPartner = async () => {
    await other.query('BEGIN')
    await other.query('SELECT FROM partners WHERE id = $1 FOR UPDATE', [partnerId])
  }
  const inFlight = { kind: 'idempotent-request-in-flight', retryAfterSeconds: 1 }

  it('creations of one partner that wait for each other leave connections for other requests', async () => {
    await lockPartner()
    const made = Array.from({ length: 50 }, (_, index) => create(index % 2 === 0 ? `order ${index}` : undefined))
    const settled = Promise.allSettled(made)
    expect(await database.stores.accounts.page(newId(), 1, 25)).toEqual({ items: [], total: 0 })
    await other.query('COMMIT')
    expect((await settled).filter(({ status }) => status === 'rejected')).toEqual([])
    expect(await numbers()).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  })

  it('creations that wait for a hung server fail with storage-unavailable', async () => {
    const limits = { connectTimeoutMs: 400, statementTimeoutMs: 400 }
    const impatient = await openDatabase({ url: server.url, ...limits }, sealingKeys)
    await lockPartner()
    const made = Promise.allSettled(
      Array.from({ length: 6 }, () => create(undefined, sampleCreateAccountRequest(), impatient)),
    )
    server.pause()
    const outcomes = await made.finally(() => server.resume())
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { kind: 'storage-unavailable' } })
    await impatient.close()
  })

  it('a creation that waited too long for its slot and connection is not started, and its connection stays usable', async () => {
    const single = await openDatabase({ url: server.url, poolSize: 1 }, sealingKeys)
    const held = await single.pool.connect()
    const waiting = create(undefined, sampleCreateAccountRequest(), single)
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + DAY_MS)
    held.release()
    await expect(waiting.finally(() => now.mockRestore())).rejects.toMatchObject({ kind: 'storage-unavailable' })
    expect(single.pool.totalCount).toBe(1)
    await single.close()
    expect(await numbers()).toEqual([])
  })

  describe('with an idempotency key', () => {
    it('a concurrent creation fails immediately with idempotent-request-in-flight, and after the first has failed, the next succeeds', async () => {
      const request = sampleCreateAccountRequest()
      const first = database.transact(async (stores) => {
        await create('order', request, { stores })
        await expect(create('order', request)).rejects.toMatchObject(inFlight)
        throw new Error('rolled back')
      })
      await expect(first).rejects.toThrow('rolled back')
      await create('order', request)
      expect(await numbers()).toEqual([1])
    })

    it('a retry while the first waits for a slot fails immediately with idempotent-request-in-flight', async () => {
      await lockPartner()
      const holdSlots = [create(), create()]
      const request = sampleCreateAccountRequest()
      const first = create('order', request)
      await expect(Promise.race([create('order', request), first])).rejects.toMatchObject(inFlight)
      await other.query('COMMIT')
      const created = await first
      await Promise.all(holdSlots)
      expect(await create('order', request)).toEqual({ ...created, isReplay: true })
      expect(await numbers()).toEqual([1, 2, 3])
    })

    it('a creation that takes the lock just after the first has ended fails with idempotent-request-in-flight and creates no account', async () => {
      const request = sampleCreateAccountRequest()
      const slow = await openSlowToLock(database, server.url)
      const release = await holdLock()
      const late = create('order', request, slow)
      const rejected = expect(late).rejects.toMatchObject(inFlight)
      await untilLockIsAwaited()
      const first = await create('order', request)
      await release()
      await rejected
      expect(await create('order', request, slow)).toEqual({ ...first, isReplay: true })
      await slow.close()
      expect(await numbers()).toEqual([1])
    })

    it('a creation that takes the lock just after the first has ended replays it when the instances seal with different keys of one keyring', async () => {
      const request = sampleCreateAccountRequest()
      const one = newSealingKeys()[0]
      const another = newSealingKeys()[0]
      const slow = await openSlowToLock(database, server.url)
      const release = await holdLock()
      const late = create('order', request, slow, [another, one])
      await untilLockIsAwaited()
      const first = await create('order', request, database, [one, another])
      await release()
      expect(await late).toEqual({ ...first, isReplay: true })
      await slow.close()
      expect(await numbers()).toEqual([1])
    })
  })

  /** Takes lock 1 and returns the function that releases it. */
  async function holdLock(): Promise<() => Promise<unknown>> {
    await other.query('SELECT pg_advisory_lock(1)')
    return () => other.query('SELECT pg_advisory_unlock(1)')
  }

  const untilLockIsAwaited = () =>
    vi.waitFor(async () => {
      const { rows } = await other.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
      expect(rows).toHaveLength(1)
    }, 30_000)
})

/** Opens a database whose statements wait for lock 1 before they take a key's lock. */
async function openSlowToLock(database: Database, url: string): Promise<Database> {
  await database.pool.query(`
    CREATE SCHEMA IF NOT EXISTS slow;
    CREATE OR REPLACE FUNCTION slow.pg_try_advisory_xact_lock(bigint) RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_lock(1), pg_advisory_unlock(1);
      RETURN pg_catalog.pg_try_advisory_xact_lock($1);
    END $$`)
  const slow = await openDatabase({ url, ...PATIENT }, sealingKeys)
  slow.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (config: unknown, ...rest: unknown[]) => unknown
    const slowQuery = (config: unknown, ...rest: unknown[]) => query(withSlowLock(config), ...rest)
    Object.assign(client, { query: slowQuery })
  })
  return slow
}

const withSlowLock = (config: unknown): unknown =>
  typeof config === 'object' && config !== null && 'text' in config && typeof config.text === 'string'
    ? Object.assign(config, { text: config.text.replace(/(?<!\.)pg_try_advisory_xact_lock/g, 'slow.$&') })
    : config
