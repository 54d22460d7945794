import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createAccount, createIdGenerator, normalizeEmail, type Stores } from '@partner-accounts/core'
import { newSealingKeys, sampleCreateAccountRequest } from '@partner-accounts/core/testing'
import { type CitusCluster, citusPrograms, createCitusDatabase, startCitus } from '@partner-accounts/local-servers'
import { afterAll, describe, expect, it } from 'vitest'
import type { RunStatement } from '../src/driver/statements.ts'
import type { Database } from '../src/index.ts'
import { createStores } from '../src/stores/create-stores.ts'
import { databasesOfThisFile } from './opened-databases.ts'
import { addPartner, storeContracts } from './store-contracts.ts'

const programs = citusPrograms()
const { openMigrated } = databasesOfThisFile()
const newId = createIdGenerator()
const sealingKeys = newSealingKeys()
const SCRIPT = fileURLToPath(new URL('../scripts/distribute.mjs', import.meta.url))
const distribute = async (url: string) => {
  const env = { ...process.env, DATABASE_URL: url, DATABASE_DIRECT_URL: url }
  return (await promisify(execFile)(process.execPath, [SCRIPT], { env })).stdout
}

describe.skipIf(!programs)('Citus (skipped: the extension citus is not installed)', () => {
  let cluster: CitusCluster
  const database = storeContracts('a Citus cluster', async () => {
    cluster = await startCitus(programs!)
    const opened = await openMigrated({ url: cluster.url })
    await distribute(cluster.url)
    return opened
  })
  afterAll(() => cluster?.stop())

  it('distribute changes nothing when every table is distributed', async () => {
    await database()
    expect(await distribute(cluster.url)).toBe('every table was distributed before\n')
  })

  it('distribute keeps the rows of a database that is in use, and distributes every table of a partner', async () => {
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
      stderr: expect.stringMatching(/^distribute: migration \d+_init is not applied: start the service/) as string,
    })
  })

  describe('every statement of the hot paths goes to one shard', () => {
    const key = { userId: newId(), partnerId: newId() }
    const operations: Record<string, (stores: Stores) => Promise<unknown>> = {
      'a sign-in: the e-mail and the password': ({ portalUsers }) =>
        portalUsers.findCredentials(normalizeEmail('a@b.example')!),
      'a sign-in: its time': ({ portalUsers }) =>
        portalUsers.recordSignIn({ id: key.userId, partnerId: key.partnerId }),
      'the check of rights': ({ portalUsers }) => portalUsers.findAccess(key.userId, key.partnerId),
      'a page': ({ accounts }) => accounts.page(key.partnerId, 2, 25),
      'an account by id': ({ accounts }) => accounts.find(key.partnerId, { kind: 'id', value: newId() }),
      'an account by CPF': ({ accounts }) => accounts.find(key.partnerId, { kind: 'cpf', value: '52998224725' }),
      'an account by CNPJ': ({ accounts }) => accounts.find(key.partnerId, { kind: 'cnpj', value: '12ABC34501DE35' }),
      'a creation': (stores) => create({ stores }, key.partnerId),
      'a creation under an idempotency key, and its replay': (stores) => create({ stores }, key.partnerId, 'order-1'),
    }

    it.each(Object.entries(operations))('%s', async (_name, operation) => {
      const opened = await database()
      const plans: string[] = []
      const explain: RunStatement = async (statement, parameters) => {
        const { rows } = await opened.pool.query({
          text: `EXPLAIN (VERBOSE) ${statement.text}`,
          values: statement.values(parameters),
        })
        plans.push((rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n'))
        // As if the e-mail were known, so that the statements after it run, too.
        return [{ ...key, id: key.userId, permissions: [] }] as never
      }
      const stores = createStores(opened.prisma, explain, newId, sealingKeys)
      await operation(stores).catch(() => {})
      expect(plans.length).toBeGreaterThan(0)
      for (const plan of plans) {
        const counts = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => count)
        expect(counts.length, plan).toBeGreaterThan(0)
        expect(new Set(counts), plan).toEqual(new Set(['1']))
      }
    })
  })

  const create = ({ stores }: Pick<Database, 'stores'>, partnerId: string, idempotencyKey?: string) =>
    createAccount(
      { stores, newId, sealingKeys, subscriptionActivation: 'immediate' },
      { creator: { userId: newId(), partnerId }, request: sampleCreateAccountRequest(), idempotencyKey },
    )
})
