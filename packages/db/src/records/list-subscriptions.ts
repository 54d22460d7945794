import type { ListRequest, SubscriptionFilter, SubscriptionStatus } from '@partner-accounts/core'
import { modeOf } from '../partners/partner-store.ts'
import { isLiveOnly } from '../partners/test-partners.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { narrowStates, toConditions } from '../prisma/stored.ts'
import { following, inOrder, toList } from './record-list.ts'

const columns = {
  id: true,
  accountId: true,
  partnerId: true,
  status: true,
  employees: true,
  faceIds: true,
  percentOff: true,
  createdAt: true,
  activatedAt: true,
  canceledAt: true,
} satisfies Prisma.SubscriptionSelect

/** Condition of live partners' subscriptions. */
export const OF_LIVE_PARTNERS = { account: { partner: { testOf: null } } } satisfies Prisma.SubscriptionWhereInput

export async function listSubscriptions(client: Client, filter: SubscriptionFilter, page: ListRequest) {
  const { status, partnerId } = filter
  const live = isLiveOnly(filter) && OF_LIVE_PARTNERS
  const where = toConditions<Prisma.SubscriptionWhereInput>({ id: following(page), status, partnerId, ...live })
  const rows = await client.subscription.findMany({ select: columns, where, ...inOrder(page) })
  const accounts = await client.account.findMany({
    select: { id: true, name: true, partner: { select: { name: true, testOf: true } } },
    where: { id: { in: rows.map(({ accountId }) => accountId) } },
  })
  const count = (take: number) => client.subscription.count({ where, take })
  return toList(rows, page, count, (subscription) => {
    const account = accounts.find(({ id }) => id === subscription.accountId)
    return {
      ...subscription,
      ...narrowStates<{ status: SubscriptionStatus }>(subscription),
      accountName: account?.name ?? '',
      partnerName: account?.partner.name ?? '',
      partnerMode: account ? modeOf(account.partner) : ('live' as const),
    }
  })
}
