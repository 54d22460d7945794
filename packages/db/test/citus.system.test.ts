import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  createAccount,
  createIdGenerator,
  findSession,
  normalizeEmail,
  type Stores,
  type Transact,
} from '@partner-accounts/core'
import { eventOrderContract, newSealingKeys, sampleCreateAccountRequest } from '@partner-accounts/core/testing'
import { type CitusCluster, citusPrograms, createCitusDatabase, startCitus } from '@partner-accounts/local-servers'
import type { QueryConfig, QueryResult } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Connections } from '../src/driver/connections.ts'
import { runOn } from '../src/sql/run.ts'
import type { Database } from '../src/index.ts'
import { createPrisma } from '../src/prisma/create-prisma.ts'
import { createStores } from '../src/create-stores.ts'
import { callEveryMethod } from './call-every-method.ts'
import { databasesOfThisFile } from './opened-databases.ts'
import { addPartner, eventsOf, storeContracts } from './store-contracts.ts'

const programs = citusPrograms()
const { openMigrated } = databasesOfThisFile()
const newId = createIdGenerator()
const sealingKeys = newSealingKeys()
const SCRIPT = fileURLToPath(new URL('../scripts/distribute.mjs', import.meta.url))
const distribute = async (url: string) => {
  const env = { ...process.env, DATABASE_URL: url, DATABASE_DIRECT_URL: url }
  return (await promisify(execFile)(process.execPath, [SCRIPT], { env })).stdout
}

describe.skipIf(!programs)('Citus (requires the extension Citus)', () => {
  let cluster: CitusCluster
  const database = storeContracts('a Citus cluster', async () => {
    cluster = await startCitus(programs!)
    const opened = await openMigrated({ url: cluster.url })
    await distribute(cluster.url)
    return opened
  })
  eventOrderContract('Event store on a Citus cluster', async () => eventsOf(await database()))
  afterAll(() => cluster?.stop())

  it('distribute changes nothing when every table is distributed', async () => {
    await database()
    expect(await distribute(cluster.url)).toBe('every table was distributed before\n')
  })

  it('distribute keeps the rows of a database that is in use, without a copy on the coordinator, and distributes every table of a partner', async () => {
    await database()
    const url = await createCitusDatabase(programs!, cluster.nodes, 'used')
    const opened = await openMigrated({ url })
    const partnerId = await addPartner(opened)
    const account = await create(opened, partnerId)
    expect(await distribute(url)).toMatch(/^accounts: distributed by partner_id$/m)
    expect(await opened.stores.accounts.page(partnerId, 1, 25)).toMatchObject({ items: [{ id: account.id }], total: 1 })
    const { rows } = await opened.pool.query(`
      SELECT relname FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
      WHERE attname = 'partner_id' AND relkind = 'r' AND relnamespace = 'public'::regnamespace
        AND attrelid NOT IN (SELECT logicalrelid FROM pg_dist_partition WHERE partmethod = 'h')
        AND NOT EXISTS (SELECT FROM pg_dist_shard WHERE relname = logicalrelid::text || '_' || shardid)`)
    expect(rows).toEqual([])
    const copied = 'SELECT logicalrelid::text FROM pg_dist_partition WHERE pg_relation_size(logicalrelid) > 0'
    expect((await opened.pool.query(copied)).rows).toEqual([])
  })

  it('distribute rejects a database without the extension, and one without the migrations', async () => {
    await database()
    const server = new URL(cluster.url)
    const { pool } = await database()
    await pool.query('CREATE DATABASE plain')
    const plain = Object.assign(new URL(server), { pathname: '/plain' }).href
    await expect(distribute(plain)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^distribute: the database has no extension `citus`: install .*CREATE EXTENSION citus/,
      ) as string,
    })
    const empty = await createCitusDatabase(programs!, cluster.nodes, 'empty')
    await expect(distribute(empty)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^distribute: migration \w+ is not applied: start the service/) as string,
    })
  })

  describe('every method of every store returns the same as on one server', () => {
    let databases: Database[]
    beforeAll(async () => {
      await database()
      const url = await createCitusDatabase(programs!, cluster.nodes, 'methods')
      databases = [
        await openMigrated({ url, connectTimeoutMs: 60_000, statementTimeoutMs: 60_000 }),
        await openMigrated({ directory: undefined }),
      ]
      await distribute(url)
    })
    afterEach(() => Promise.all(databases.map(deleteRows)))

    it.each<[where: string, transactOn: (database: Database) => Transact]>([
      [
        'outside of transactions',
        ({ stores }) =>
          (call) =>
            call(stores),
      ],
      ['in transactions', ({ transact }) => transact],
    ])('%s', async (_where, transactOn) => {
      const results: unknown[] = []
      for (const each of databases) results.push(await callEveryMethod(transactOn(each)))
      expect(results[0]).toEqual(results[1])
    })
  })

  it('creations of a partner without a coupon do not wait for a change of coupons', async () => {
    const opened = await database()
    const partnerId = await addPartner(opened)
    const other = await opened.pool.connect()
    await other.query('BEGIN')
    await other.query('UPDATE coupons SET redemptions = redemptions')
    try {
      await create(opened, partnerId)
      await create(opened, partnerId, { idempotencyKey: 'order' })
    } finally {
      await other.query('ROLLBACK')
      other.release()
    }
    expect(await opened.stores.accounts.page(partnerId, 1, 25)).toMatchObject({ total: 2 })
  })

  describe('every statement of the hot paths goes to one shard', () => {
    const email = normalizeEmail('ana@plans.example')!
    const key = { id: newId(), partnerId: newId() }
    const signedIn = { actor: { kind: 'portal-user', id: key.id }, action: 'portal-user.signed-in' } as const
    let hasCoupon = true
    const operations: Record<string, (stores: Stores) => Promise<unknown>> = {
      'a sign-in: the e-mail and the password': ({ portalUsers }) => portalUsers.findCredentials(email),
      'a sign-in: its time': ({ portalUsers }) => portalUsers.recordSignIn(key),
      'a sign-in: its audit entry': ({ audit }) =>
        audit.record({ ...signedIn, subjectId: key.id, partnerId: key.partnerId }),
      'an event': ({ audit }) =>
        audit.record({ ...signedIn, action: 'portal-user.disabled', subjectId: key.id, partnerId: key.partnerId }),
      'the check of rights': ({ portalUsers }) => portalUsers.findAccess(key.id, key.partnerId),
      'the session of the portal': (stores) =>
        findSession(
          { stores },
          { access: { userStatus: 'active', userId: key.id, partnerId: key.partnerId } as never },
        ),
      'a page': ({ accounts }) => accounts.page(key.partnerId, 2, 25),
      'an account by id': ({ accounts }) => accounts.find(key.partnerId, { kind: 'id', value: newId() }),
      'an account by CPF': ({ accounts }) => accounts.find(key.partnerId, { kind: 'cpf', value: '52998224725' }),
      'an account by CNPJ': ({ accounts }) => accounts.find(key.partnerId, { kind: 'cnpj', value: '12ABC34501DE35' }),
      'a creation': (stores) => create({ stores }, key.partnerId),
      'a creation under an idempotency key, and its replay': async (stores) => {
        const request = sampleCreateAccountRequest()
        expect(await create({ stores }, key.partnerId, { request, idempotencyKey: 'order-1' })).toMatchObject({
          isReplay: false,
        })
        expect(await create({ stores }, key.partnerId, { request, idempotencyKey: 'order-1' })).toMatchObject({
          isReplay: true,
        })
      },
      'creations of a partner without a coupon, with and without a key': async (stores) => {
        hasCoupon = false
        await create({ stores }, key.partnerId)
        await create({ stores }, key.partnerId, { idempotencyKey: 'order-2' })
        hasCoupon = true
      },
    }

    let connections: ExplainingConnections
    let explained: Stores
    beforeAll(async () => {
      const { pool, stores } = await database()
      await stores.partners.add({ id: key.partnerId, name: 'Revenda', couponId: null })
      const user = { ...key, kind: 'person', email, name: 'Ana', status: 'active', permissions: [] } as const
      await stores.portalUsers.add({ ...user, passwordHash: 'hash', activation: null })
      connections = new ExplainingConnections(pool, {})
      const { prisma } = createPrisma(connections, () => Promise.resolve('public'))
      const run = runOn(connections)
      explained = createStores(prisma, run, newId, sealingKeys, undefined, () => Promise.resolve(hasCoupon))
    })

    it.each(Object.entries(operations))('%s', async (_name, operation) => {
      connections.plans = []
      await operation(explained)
      expect(connections.plans.length).toBeGreaterThan(0)
      // Reading the time uses no table.
      for (const plan of connections.plans.filter((plan) => !plan.startsWith('Result'))) {
        // A part that a parameter switches off, such as the coupon's update, has no task.
        const counts = [...plan.matchAll(/Task Count: (\d+)/g)]
          .map(([, count]) => count)
          .filter((count) => count !== '0')
        expect(counts.length, plan).toBeGreaterThan(0)
        expect(new Set(counts), plan).toEqual(new Set(['1']))
      }
    })
  })

  const create = (
    { stores }: Pick<Database, 'stores'>,
    partnerId: string,
    input: Partial<Parameters<typeof createAccount>[1]> = {},
  ) =>
    createAccount(
      { stores, newId, sealingKeys, subscriptionActivation: 'immediate' },
      { creator: { userId: newId(), partnerId }, request: sampleCreateAccountRequest(), ...input },
    )
})

async function deleteRows({ pool }: Database) {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname !~ '^_|_[0-9]+$'",
  )
  await pool.query(`TRUNCATE ${rows.map(({ name }) => name).join()}`)
}

/** Collects the plan of each statement before it runs. */
class ExplainingConnections extends Connections {
  plans: string[] = []

  override async query(config: QueryConfig): Promise<QueryResult> {
    const { rows } = await super.query({ text: `EXPLAIN (VERBOSE) ${config.text}`, values: config.values ?? [] })
    this.plans.push((rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n'))
    return super.query(config)
  }
}
