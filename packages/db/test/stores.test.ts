import { type Coupon, createIdGenerator } from '@partner-accounts/core'
import {
  type AccountActivation,
  accountSearchContract,
  accountStoreContract,
  type AccountStoreFixture,
  mailDeliveriesContract,
  type MailDeliveriesFixture,
  partnerStoresContract,
} from '@partner-accounts/core/testing'
import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { Database } from '../src/index.ts'
import { databasesOfThisFile, SERVER_MISSING } from './opened-databases.ts'

const newId = createIdGenerator()
const { openMigrated, startServer } = databasesOfThisFile()

function accountsOf(database: Database): AccountStoreFixture {
  return {
    accounts: database.stores.accounts,
    transact: database.transact,
    addPartner: (coupon) => addPartner(database, coupon),
    trailOf: async (accountId) =>
      (await database.stores.operatorQueries.auditEntries({ accountId }, { limit: 10 })).items,
    activationOf: (accountId) => activationOf(database, accountId),
    mailsTo: (recipient) => database.prisma.mail.count({ where: { recipient } }),
    percentOff: async (accountId) =>
      (await database.prisma.subscription.findFirst({ where: { accountId } }))?.percentOff,
  }
}

async function activationOf({ pool, stores }: Database, accountId: string): Promise<AccountActivation> {
  const { rows } = await pool.query<Omit<AccountActivation, 'mails'>>(
    `SELECT s.status, s.activated_at IS NOT NULL AS "isDated",
            round(extract(epoch FROM a.activation_expires_at - clock_timestamp()) / 86400)::int AS "linkDays"
     FROM subscriptions s JOIN administrators a USING (account_id) WHERE account_id = $1`,
    [accountId],
  )
  const { items: mails } = await stores.operatorQueries.mails({ accountId }, { limit: 10 })
  return { ...rows[0]!, mails: mails.toReversed().map(({ recipient, kind }) => ({ recipient, kind })) }
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

/** Declares the contract tests of all stores on one database, which it returns. Contracts that expect empty tables come first. */
function contracts(where: string, openOnce: () => Promise<Database>): () => Promise<Database> {
  let opened: Promise<Database> | undefined
  const database = () => (opened ??= openOnce())
  partnerStoresContract(`Prisma's stores on ${where}`, async () => {
    const { stores, transact } = await database()
    return { ...stores, transact }
  })
  mailDeliveriesContract(`PostgresMailDeliveries on ${where}`, async () => mailsOf(await database()))
  accountStoreContract(`PostgresAccountStore on ${where}`, async () => accountsOf(await database()))
  accountSearchContract(`PostgresAccountStore on ${where}`, async () => {
    const opened = await database()
    return { ...opened, addPartner: () => addPartner(opened) }
  })
  return database
}

contracts('the embedded PostgreSQL', () => openMigrated({ directory: undefined }))

describe.skipIf(SERVER_MISSING)('Stores on a PostgreSQL server (skipped: no /usr/lib/postgresql/*/bin)', () => {
  const database = contracts('a PostgreSQL server', async () => openMigrated({ url: (await startServer()).url }))

  it.each([-1, 1])(
    'a link is valid for its lifetime by the clock of the server when the clock of the instance is %i years off',
    async (years) => {
      const { stores } = await database()
      const partnerId = await addPartner(await database())
      const activation = { tokenHash: randomBytes(32), validForSeconds: 3_600 }
      const user = { id: newId(), partnerId, email: `${newId()}@revenda.example`, name: 'Ana', permissions: [] }
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + years * 365 * 86_400_000 })
      try {
        await stores.portalUsers.add({ ...user, kind: 'person', status: 'invited', passwordHash: null, activation })
        expect(await stores.portalUsers.findLink({ partnerId, ...activation })).toMatchObject({ state: 'usable' })
      } finally {
        vi.useRealTimers()
      }
      expect(await stores.portalUsers.findLink({ partnerId, ...activation })).toMatchObject({ state: 'usable' })
    },
  )
})
