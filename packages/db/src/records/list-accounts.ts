import type { AccountFilter, ListRequest, SubscriptionStatus } from '@partner-accounts/core'
import { modeOf } from '../partners/partner-store.ts'
import { isLiveOnly } from '../partners/test-partners.ts'
import { inBatches } from '../prisma/batches.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { narrowStates, toConditions } from '../prisma/stored.ts'
import { latestFirst } from '../subscriptions/subscription-store.ts'
import { createdWithin, escaped, following, inOrder, toList } from './record-list.ts'

/** Maximum number of accounts found by one e-mail. */
const MAX_WITH_EMAIL = 500

const columns = {
  id: true,
  partnerId: true,
  createdAt: true,
  name: true,
  cpf: true,
  cnpj: true,
  email: true,
  partner: { select: { name: true, testOf: true } },
} satisfies Prisma.AccountSelect

export async function listAccounts(client: Client, filter: AccountFilter, page: ListRequest) {
  const { taxId, partnerId, mode, status, email, financialEmail, from, to } = filter
  const withEmail = email && (await accountsWithEmail(client, email))
  const where = toConditions<Prisma.AccountWhereInput>({
    AND: [
      { id: following(page) },
      withEmail ? { id: { in: withEmail.map(({ accountId }) => accountId) } } : {},
      { id: createdWithin(from, to) },
      mode === undefined ? {} : { partner: { testOf: mode === 'live' ? null : { not: null } } },
    ],
    partnerId,
    ...(isLiveOnly(filter) && { partner: { testOf: null } }),
    subscriptionStatus: status,
    ...(taxId && { [taxId.kind]: taxId.value }),
    ...(financialEmail && { financialEmail: { equals: escaped(financialEmail), mode: 'insensitive' } }),
  })
  const accounts = await client.account.findMany({
    // Reads the partners of the page in a second query. A join may look up the partners of all matching rows.
    relationLoadStrategy: 'query',
    select: columns,
    where,
    ...inOrder(page),
  })
  const subscriptions = await subscriptionsOf(client, accounts)
  const count = (take: number) => client.account.count({ where, take })
  return toList(accounts, page, count, ({ partner, email: administratorEmail, ...account }) => {
    const subscription = subscriptions.find(({ accountId }) => accountId === account.id)
    return {
      ...account,
      partnerName: partner.name,
      partnerMode: modeOf(partner),
      administratorEmail,
      subscriptionStatus: subscription ? narrowStates<{ status: SubscriptionStatus }>(subscription).status : 'pending',
      subscriptionEmployees: subscription?.employees ?? 0,
    }
  })
}

/** Finds the accounts with an e-mail, the live account first. Each test partner can have an account with that e-mail. */
const accountsWithEmail = (client: Client, emailKey: string) =>
  client.administratorEmail.findMany({
    select: { accountId: true },
    where: { emailKey },
    orderBy: { scope: 'asc' },
    take: MAX_WITH_EMAIL,
  })

/** Returns each account's subscriptions, the latest first. */
async function subscriptionsOf(client: Client, accounts: readonly { partnerId: string; id: string }[]) {
  const found = await inBatches(accounts, (batch) =>
    client.subscription.findMany({
      select: { accountId: true, status: true, employees: true },
      // Prisma's relation loading combines all partners with all ids, for which PostgreSQL may read the whole table.
      where: { OR: batch.map(({ partnerId, id }) => ({ partnerId, accountId: id })) },
      orderBy: latestFirst,
    }),
  )
  return found.flat()
}
