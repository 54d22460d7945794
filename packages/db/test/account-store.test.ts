import { randomBytes } from 'node:crypto'
import { type Coupon, createIdGenerator } from '@partner-accounts/core'
import { accountStoreContract, type AccountStoreFixture } from '@partner-accounts/core/testing'
import { afterAll, describe } from 'vitest'
import { type Database, type DatabaseLocation, openDatabase } from '../src/index.ts'
import { postgresPrograms, startPostgres } from '../src/testing/postgres-server.ts'

const newId = createIdGenerator()
const cleanUp: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step()
})

async function openFixture(location: DatabaseLocation): Promise<AccountStoreFixture> {
  const database = await openDatabase(location, randomBytes(32))
  cleanUp.push(() => database.close())
  await database.migrate()
  return {
    accounts: database.stores.accounts,
    transact: database.transact,
    addPartner: (coupon) => addPartner(database, coupon),
    percentOff: async (accountId) =>
      (await database.prisma.subscription.findFirst({ where: { accountId } }))?.percentOff,
  }
}

async function addPartner({ stores, prisma }: Database, coupon?: Omit<Coupon, 'id'>): Promise<string> {
  const id = newId()
  const stored = coupon && (await prisma.coupon.create({ data: { id: newId(), ...coupon } }))
  await stores.partners.add({ id, name: 'Revenda', couponId: stored?.id ?? null })
  return id
}

accountStoreContract('PrismaAccountStore on the embedded PostgreSQL', () => openFixture({ directory: undefined }))

const programs = postgresPrograms()
describe.skipIf(programs === undefined)('with a PostgreSQL server (skipped: no /usr/lib/postgresql/*/bin)', () => {
  accountStoreContract('PrismaAccountStore on a PostgreSQL server', async () => {
    const server = await startPostgres(programs ?? '')
    cleanUp.push(() => server.stop())
    return openFixture({ url: server.url })
  })
})
