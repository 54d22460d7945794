import { type Coupon, createIdGenerator } from '@partner-accounts/core'
import {
  type AccountActivation,
  accountSearchContract,
  accountStoreContract,
  type AccountStoreFixture,
  eventStoreContract,
  type EventStoreFixture,
  mailQueueContract,
  type MailQueueFixture,
  partnerStoresContract,
} from '@partner-accounts/core/testing'
import type { Database } from '../src/index.ts'

const newId = createIdGenerator()

function accountsOf(database: Database): AccountStoreFixture {
  return {
    accounts: database.stores.accounts,
    transact: database.transact,
    addPartner: (coupon) => addPartner(database, coupon),
    trailOf: async (accountId) => (await database.stores.records.auditEntries({ accountId }, { limit: 10 })).items,
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
     FROM subscriptions s JOIN accounts a ON a.partner_id = s.partner_id AND a.id = account_id WHERE a.id = $1`,
    [accountId],
  )
  const { items: mails } = await stores.records.mails({ accountId }, { limit: 10 })
  return { ...rows[0]!, mails: mails.toReversed().map(({ recipient, kind }) => ({ recipient, kind })) }
}

/** Adds a partner, with a coupon if there is one, and returns its id. */
export async function addPartner({ stores, prisma }: Database, coupon?: Omit<Coupon, 'id'>): Promise<string> {
  const id = newId()
  const stored = coupon && (await prisma.coupon.create({ data: { id: newId(), ...coupon } }))
  await stores.partners.add({ id, name: 'Revenda', couponId: stored?.id ?? null })
  return id
}

const mailsOf = ({ stores, mailQueue, pool }: Database): MailQueueFixture => ({
  mails: mailQueue,
  queue: (mail) => stores.mails.queue(mail),
  async elapse(seconds) {
    const dueAt = "(due_at AT TIME ZONE 'UTC' - make_interval(secs => $1)) AT TIME ZONE 'UTC'"
    await pool.query(`UPDATE mails SET due_at = ${dueAt} WHERE status = 'queued'`, [seconds])
  },
})

export const eventsOf = (database: Database): EventStoreFixture => ({
  ...database,
  async setAge(partnerId, id, days) {
    const at = new Date(Date.now() - days * 86_400_000)
    const data = { id: createIdGenerator(() => at.getTime())(), at }
    await database.prisma.auditEntry.updateMany({ data, where: { partnerId, id } })
    return data.id
  },
})

/** Declares the contract tests of all stores on one database, which it returns. Contracts that expect empty tables come first. */
export function storeContracts(where: string, openOnce: () => Promise<Database>): () => Promise<Database> {
  let opened: Promise<Database> | undefined
  const database = () => {
    opened ??= openOnce()
    return opened
  }
  partnerStoresContract(`Prisma's stores on ${where}`, async () => {
    const { stores, transact } = await database()
    return { ...stores, transact }
  })
  mailQueueContract(`Mail queue on ${where}`, async () => mailsOf(await database()))
  accountStoreContract(`Account store on ${where}`, async () => accountsOf(await database()))
  eventStoreContract(`Event store on ${where}`, async () => eventsOf(await database()))
  accountSearchContract(`Account search on ${where}`, async () => {
    const opened = await database()
    return { ...opened, addPartner: () => addPartner(opened) }
  })
  return database
}
