import { emailKeyOf, EVENT_ACTIONS, firstIdAt, LIMITS } from '@partner-accounts/core'
import type { Client, TransactClient } from '../prisma/client.ts'
import { runIn } from '../prisma/create-prisma.ts'
import type { RunStatement } from '../sql/run.ts'
import { statement } from '../sql/statement.ts'

export interface TestData {
  client: Client
  transact: TransactClient
}

/** Maximum number of accounts per transaction, which must be short. */
const MAX_ACCOUNTS = LIMITS.testMode.accountsPerTransaction
/** Maximum number of partners per statement. */
const MAX_PARTNERS = 500

/**
 * Deletes what test partners created before a time. Reads nothing of live partners.
 *
 * @throws the first error, after all partners were tried
 */
export async function deleteTestData({ client, transact }: TestData, before: Date, limit: number) {
  const deleted = { accounts: 0, audit_entries: 0 }
  const errors: unknown[] = []
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
      try {
        deleted.accounts += await deleteAccountsBefore(transact, partnerId, before, limit - deleted.accounts)
      } catch (error) {
        errors.push(error)
      }
    }
    const events = { ...ofPartners, action: { in: EVENT_ACTIONS }, ...olderThan }
    deleted.audit_entries += (await client.auditEntry.deleteMany({ where: events, limit })).count
    if (partners.length < MAX_PARTNERS) break
    after = partners.at(-1)!.id
  }
  if (errors.length > 0) throw errors[0]
  return deleted
}

/** Deletes a partner's old accounts in short transactions. Stops when it has deleted at least `limit`. */
async function deleteAccountsBefore(
  transact: TransactClient,
  partnerId: string,
  before: Date,
  limit: number,
): Promise<number> {
  let deleted = 0
  while (deleted < limit) {
    const count = await transact((transaction) =>
      deleteOldestAccounts(transaction, runIn(transaction), partnerId, MAX_ACCOUNTS, before),
    )
    deleted += count
    if (count < MAX_ACCOUNTS) break
  }
  return deleted
}

/**
 * Deletes a part of a test partner's data, and returns whether nothing is left. A call deletes either accounts with their
 * rows, or the other rows, so it never waits for a lock while it holds others.
 */
export async function emptyTestPartner(client: Client, run: RunStatement, id: string, limit: number): Promise<boolean> {
  // A live partner has no test data.
  if ((await client.partner.count({ where: { id, testOf: { not: null } } })) === 0) return true
  if ((await deleteOldestAccounts(client, run, id, limit)) > 0) return false
  const all = { where: { partnerId: id }, limit }
  // Skips rows of accounts: a concurrent creation may just have added them. They are deleted with their account.
  const ofNoAccount = { where: { partnerId: id, accountId: null }, limit }
  const counts = [
    (await client.webhookDelivery.deleteMany(all)).count,
    (await client.mail.deleteMany(ofNoAccount)).count,
    (await client.loggedRequest.deleteMany(all)).count,
    (await client.provokedFailure.deleteMany(all)).count,
    // Only events have a position. Other entries are kept.
    (await client.auditEntry.deleteMany({ where: { ...ofNoAccount.where, position: { not: null } }, limit })).count,
  ]
  return counts.every((count) => count < limit)
}

// Prisma has no FOR UPDATE. If the statement waits for a concurrent correction, it returns the corrected e-mail.
const LOCK_OLDEST = statement({
  name: 'test_accounts_lock',
  parameters: { partnerId: 'text', after: 'int4', upTo: 'int4' },
  columns: { id: 'text', number: 'int4', email: 'text', createdAt: 'timestamptz' },
  text: `
    SELECT id, number, email, created_at AS "createdAt" FROM accounts
    WHERE partner_id = :partnerId AND number > :after AND number <= :upTo
    ORDER BY number
    FOR UPDATE
  `,
})

/** Deletes accounts in the order of their numbers, so the numbers of the remaining accounts have no gaps. */
async function deleteOldestAccounts(
  client: Client,
  run: RunStatement,
  partnerId: string,
  limit: number,
  before?: Date,
): Promise<number> {
  const partner = await client.partner.findFirst({
    select: { deletedAccounts: true },
    where: { id: partnerId, testOf: { not: null } },
  })
  if (!partner) return 0
  const { deletedAccounts: lastDeleted } = partner
  const oldest = await run(LOCK_OLDEST, { partnerId, after: lastDeleted, upTo: lastDeleted + limit })
  const firstKept = before ? oldest.findIndex(({ createdAt }) => createdAt >= before) : -1
  const accounts = firstKept === -1 ? oldest : oldest.slice(0, firstKept)
  const newest = accounts.at(-1)
  if (!newest) return 0
  const where = { partnerId, accountId: { in: accounts.map(({ id }) => id) } }
  const emailKey = { in: accounts.map(({ email }) => emailKeyOf(email)) }
  await client.administratorEmail.deleteMany({ where: { ...where, emailKey } })
  await client.unit.deleteMany({ where })
  await client.workSchedule.deleteMany({ where })
  await client.subscription.deleteMany({ where })
  await client.mail.deleteMany({ where })
  await client.note.deleteMany({ where })
  await client.idempotentCreation.deleteMany({ where })
  await client.auditEntry.deleteMany({ where })
  await client.account.deleteMany({ where: { partnerId, id: where.accountId } })
  await client.partner.updateMany({
    data: { deletedAccounts: newest.number },
    where: { id: partnerId, deletedAccounts: { lt: newest.number } },
  })
  return accounts.length
}
