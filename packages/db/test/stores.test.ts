import { type Coupon, createIdGenerator } from '@partner-accounts/core'
import {
  accountStoreContract,
  type AccountStoreFixture,
  mailDeliveriesContract,
  type MailDeliveriesFixture,
  partnerStoresContract,
} from '@partner-accounts/core/testing'
import { describe } from 'vitest'
import type { Database } from '../src/index.ts'
import { databasesOfThisFile, SERVER_MISSING } from './opened-databases.ts'

const newId = createIdGenerator()
const { openMigrated, startServer } = databasesOfThisFile()

function accountsOf(database: Database): AccountStoreFixture {
  return {
    accounts: database.stores.accounts,
    transact: database.transact,
    addPartner: (coupon) => addPartner(database, coupon),
    trailOf: (accountId) => database.stores.audit.list({ accountId }, 10),
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

const mailsOf = ({ stores, mailDeliveries, pool }: Database): MailDeliveriesFixture => ({
  deliveries: mailDeliveries,
  queue: (mail) => stores.mails.queue(mail),
  async elapse(seconds) {
    await pool.query("UPDATE mails SET due_at = due_at - make_interval(secs => $1) WHERE status = 'queued'", [seconds])
  },
})

/** Declares the contract tests of all stores on one database. The contract that expects empty tables comes first. */
function contracts(where: string, openOnce: () => Promise<Database>): void {
  let opened: Promise<Database> | undefined
  const database = () => (opened ??= openOnce())
  partnerStoresContract(`Prisma's stores on ${where}`, async () => {
    const { stores, transact } = await database()
    return { ...stores, transact }
  })
  accountStoreContract(`PostgresAccountStore on ${where}`, async () => accountsOf(await database()))
  mailDeliveriesContract(`PostgresMailDeliveries on ${where}`, async () => mailsOf(await database()))
}

contracts('the embedded PostgreSQL', () => openMigrated({ directory: undefined }))

describe.skipIf(SERVER_MISSING)('Stores on a PostgreSQL server (skipped: no /usr/lib/postgresql/*/bin)', () => {
  contracts('a PostgreSQL server', async () => openMigrated({ url: (await startServer()).url }))
})
