import type { Subscription, SubscriptionStatus, SubscriptionStore } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { readClock } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'

export const subscriptionColumns = {
  id: true,
  status: true,
  employees: true,
  faceIds: true,
  percentOff: true,
} satisfies Prisma.SubscriptionSelect

/** An account's subscription is its latest by the database's clock: ids begin with the time of an instance. */
export const latestFirst = [
  { createdAt: 'desc' },
  { id: 'desc' },
] satisfies Prisma.SubscriptionOrderByWithRelationInput[]

export function createSubscriptionStore(client: Client, run: RunStatement): SubscriptionStore {
  /**
   * Changes the status of a subscription, and of its account in searches. Each move names the statuses it leaves: only
   * one of two concurrent moves succeeds.
   */
  async function move(
    id: string,
    from: SubscriptionStatus[],
    data: Prisma.SubscriptionUpdateManyMutationInput & { status: SubscriptionStatus },
  ): Promise<boolean> {
    const [moved] = await client.subscription.updateManyAndReturn({
      data,
      select: { partnerId: true, accountId: true },
      where: { id, status: { in: from } },
    })
    if (!moved) return false
    const { partnerId, accountId } = moved
    await client.account.updateMany({ data: { subscriptionStatus: data.status }, where: { partnerId, id: accountId } })
    return true
  }

  return {
    async find(accountId) {
      const account = await client.account.findFirst({
        relationLoadStrategy: 'query',
        select: { partnerId: true, subscriptions: { select: subscriptionColumns, orderBy: latestFirst, take: 1 } },
        where: { id: accountId },
      })
      const [row] = account?.subscriptions ?? []
      return account && row ? { ...(row as Subscription), partnerId: account.partnerId } : undefined
    },

    async add(subscription) {
      const { partnerId, accountId } = subscription
      await client.subscription.create({ data: subscription, select: { id: true } })
      await client.account.updateMany({
        data: { subscriptionStatus: 'pending' satisfies SubscriptionStatus },
        where: { partnerId, id: accountId },
      })
    },

    activate: async (id) => move(id, ['pending'], { status: 'active', activatedAt: await readClock(run) }),

    cancel: async (id) => move(id, ['pending', 'active'], { status: 'canceled', canceledAt: await readClock(run) }),

    async change(id, { employees, faceIds }) {
      const data = { ...(employees !== undefined && { employees }), ...(faceIds !== undefined && { faceIds }) }
      const where = { id, status: { not: 'canceled' } }
      const [row] = await client.subscription.updateManyAndReturn({ data, select: subscriptionColumns, where })
      return row as Subscription | undefined
    },
  }
}
