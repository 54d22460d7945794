import type { Subscription, SubscriptionStatus, SubscriptionStore } from '@partner-accounts/core'
import { LOCK_ACCOUNT } from '../sql/locks.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { narrowStates } from '../prisma/stored.ts'
import { readClock } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'

export const subscriptionColumns = {
  id: true,
  status: true,
  employees: true,
  faceIds: true,
  percentOff: true,
} satisfies Prisma.SubscriptionSelect

/** An account's subscription is its latest. Ordered by the database's clock, because ids begin with an instance's time. */
export const latestFirst = [
  { createdAt: 'desc' },
  { id: 'desc' },
] satisfies Prisma.SubscriptionOrderByWithRelationInput[]

export function createSubscriptionStore(client: Client, run: RunStatement): SubscriptionStore {
  /**
   * Changes the status of a subscription, and its copy in the account, which account searches use. Requires one of the
   * statuses in `from`, so a concurrent second activation or cancellation returns false.
   */
  async function move(
    id: string,
    from: SubscriptionStatus[],
    data: Prisma.SubscriptionUpdateManyMutationInput & { status: SubscriptionStatus },
  ): Promise<boolean> {
    const select = { partnerId: true, accountId: true }
    const subscription = await client.subscription.findFirst({ select, where: { id } })
    if (!subscription) return false
    const { partnerId, accountId } = subscription
    await run(LOCK_ACCOUNT, { partnerId, id: accountId })
    const { count } = await client.subscription.updateMany({ data, where: { partnerId, id, status: { in: from } } })
    if (count === 0) return false
    await client.account.updateMany({ data: { subscriptionStatus: data.status }, where: { partnerId, id: accountId } })
    return true
  }

  return {
    async find(accountId) {
      const account = await client.account.findFirst({
        select: { partnerId: true, subscriptions: { select: subscriptionColumns, orderBy: latestFirst, take: 1 } },
        where: { id: accountId },
      })
      const [row] = account?.subscriptions ?? []
      return account && row ? { ...narrowStates<Subscription>(row), partnerId: account.partnerId } : undefined
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
      return row && narrowStates<Subscription>(row)
    },
  }
}
