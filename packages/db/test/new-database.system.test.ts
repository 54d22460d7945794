import { createAccount, createIdGenerator } from '@partner-accounts/core'
import { newSealingKeys, sampleCreateAccountRequest } from '@partner-accounts/core/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../src/index.ts'
import { recordPlans, totalRowsRead } from './explain.ts'
import { databasesOfThisFile, SERVER_MISSING } from './opened-databases.ts'

const CREATED = 1_000
/** Maximum number of rows that an operation reads, far fewer than there are accounts. */
const MAX_ROWS = 100

const newId = createIdGenerator()
const sealingKeys = newSealingKeys()
const partnerId = newId()
const creator = { userId: newId(), partnerId, partnerMode: 'live' } as const

// In its first minute, a database has no statistics, and connections keep the plans that they make without them.
describe.skipIf(SERVER_MISSING)('A new database (requires PostgreSQL)', () => {
  const { openMigrated, startServer } = databasesOfThisFile()
  let database: Database
  beforeAll(async () => {
    database = await openMigrated({ url: (await startServer()).url, poolSize: 1 })
    await database.pool.query('ALTER SYSTEM SET autovacuum = off')
    await database.pool.query('SELECT pg_reload_conf()')
    await database.stores.partners.add({ id: partnerId, name: 'Revenda', couponId: null })
    for (let times = 0; times < CREATED; times++) await create()
  })

  it.each([
    ['creates an account', () => create()],
    ['creates an account with an idempotency key', () => create(newId())],
    ['finds an account', async () => findById((await create()).id)],
    ['finds an account by its tax ID', () => findByTaxId()],
    ['reads the first page', () => database.stores.accounts.page(partnerId, 1, 25)],
  ])('%s without reading all accounts of the partner', async (_, work) => {
    const plansOf = await recordPlans(database.pool)
    const plans = await plansOf(work)
    expect(plans.length).toBeGreaterThan(0)
    expect(totalRowsRead(plans)).toBeLessThan(MAX_ROWS)
  })

  const findById = (value: string) => database.stores.accounts.find(partnerId, { kind: 'id', value })

  const findByTaxId = () => database.stores.accounts.find(partnerId, { kind: 'cpf', value: '52998224725' })

  function create(idempotencyKey?: string) {
    const administrator = { fullName: 'Maria', email: `${newId()}@estrela.example`, mobilePhone: '11987654321' }
    return createAccount(
      { stores: database.stores, newId, sealingKeys, subscriptionActivation: 'manual' },
      { creator, request: sampleCreateAccountRequest({ administrator }), idempotencyKey },
    )
  }
})
