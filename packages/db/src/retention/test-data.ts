import { emailKeyOf, EVENT_ACTIONS, firstIdAt } from '@partner-accounts/core'
import type { Client, TransactClient } from '../prisma/client.ts'

export interface TestData {
  client: Client
  transact: TransactClient
}

/** Of a transaction, which must be short. */
const MAX_ACCOUNTS = 200
/** Of a statement. */
const MAX_PARTNERS = 500

/** Deletes what test partners created before a time. Reads nothing of live partners. */
export async function deleteTestData({ client, transact }: TestData, before: Date, limit: number) {
  const deleted = { accounts: 0, audit_entries: 0 }
  const olderThan = { id: { lt: firstIdAt(before) } }
  for (let after = ''; ;) {
    const partners = await client.partner.findMany({
      select: { id: true },
      where: { testOf: { not: null }, id: { gt: after } },
      orderBy: { id: 'asc' },
      take: MAX_PARTNERS,
    })
    const ofPartners = { partnerId: { in: partners.map(({ id }) => id) } }
    const expiring = await client.account.groupBy({ by: 'partnerId', where: { ...ofPartners, ...olderThan } })
    for (const { partnerId } of expiring) {
      for (let count = MAX_ACCOUNTS; count === MAX_ACCOUNTS && deleted.accounts < limit; deleted.accounts += count)
        count = await transact((transaction) => deleteOldestAccounts(transaction, partnerId, MAX_ACCOUNTS, before))
    }
    const events = { ...ofPartners, action: { in: EVENT_ACTIONS }, ...olderThan }
    deleted.audit_entries += (await client.auditEntry.deleteMany({ where: events, limit })).count
    if (partners.length < MAX_PARTNERS) return deleted
    after = partners.at(-1)!.id
  }
}

/** Returns whether nothing is left. */
export async function emptyTestPartner(client: Client, id: string, limit: number): Promise<boolean> {
  if ((await client.partner.count({ where: { id, testOf: { not: null } } })) === 0) return true
  const all = { where: { partnerId: id }, limit }
  const counts = [
    await deleteOldestAccounts(client, id, limit),
    (await client.webhookDelivery.deleteMany(all)).count,
    (await client.mail.deleteMany(all)).count,
    (await client.idempotentCreation.deleteMany(all)).count,
    (await client.loggedRequest.deleteMany(all)).count,
    (await client.auditEntry.deleteMany({ where: { partnerId: id, position: { not: null } }, limit })).count,
  ]
  return counts.every((count) => count < limit)
}

/** Deletes accounts in the order of their numbers, which remain dense from the first to the last one. */
async function deleteOldestAccounts(client: Client, partnerId: string, limit: number, before?: Date): Promise<number> {
  const partner = await client.partner.findFirst({
    select: { deletedAccounts: true },
    where: { id: partnerId, testOf: { not: null } },
  })
  if (!partner) return 0
  const { deletedAccounts: last } = partner
  const oldest = await client.account.findMany({
    select: { id: true, number: true, email: true, createdAt: true },
    where: { partnerId, number: { gt: last, lte: last + limit } },
    orderBy: { number: 'asc' },
  })
  const firstKept = before ? oldest.findIndex(({ createdAt }) => createdAt >= before) : -1
  const accounts = firstKept === -1 ? oldest : oldest.slice(0, firstKept)
  if (accounts.length === 0) return 0
  const where = { partnerId, accountId: { in: accounts.map(({ id }) => id) } }
  const emailKey = { in: accounts.map(({ email }) => emailKeyOf(email)) }
  await client.administratorEmail.deleteMany({ where: { ...where, emailKey } })
  for (const table of [
    'unit',
    'workSchedule',
    'subscription',
    'mail',
    'note',
    'approval',
    'idempotentCreation',
  ] as const)
    await (client[table] as typeof client.unit).deleteMany({ where })
  await client.auditEntry.deleteMany({ where })
  await client.account.deleteMany({ where: { partnerId, id: where.accountId } })
  const deletedAccounts = accounts.at(-1)!.number
  await client.partner.updateMany({
    data: { deletedAccounts },
    where: { id: partnerId, deletedAccounts: { lt: deletedAccounts } },
  })
  return accounts.length
}
