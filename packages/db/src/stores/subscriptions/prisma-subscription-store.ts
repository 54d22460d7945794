import type { Subscription, SubscriptionStore } from '@partner-accounts/core'
import type { RunStatement } from '../../driver/statements.ts'
import type { Client } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { ACTIVATE, CANCEL } from '../../sql/subscription-statements.ts'

export const subscriptionColumns = {
  id: true,
  status: true,
  employees: true,
  faceIds: true,
  couponId: true,
  percentOff: true,
} satisfies Prisma.SubscriptionSelect

type SubscriptionRow = Prisma.SubscriptionGetPayload<{ select: typeof subscriptionColumns }>

export const toSubscription = (row: SubscriptionRow): Subscription => ({
  ...row,
  status: row.status as Subscription['status'],
})

/** Stores subscriptions in PostgreSQL. */
export const createPrismaSubscriptionStore = (client: Client, run: RunStatement): SubscriptionStore => ({
  async find(accountId) {
    const account = await client.account.findFirst({
      select: { partnerId: true, subscriptions: { select: subscriptionColumns, orderBy: { id: 'desc' }, take: 1 } },
      where: { id: accountId },
    })
    const [row] = account?.subscriptions ?? []
    return row && account ? { ...toSubscription(row), partnerId: account.partnerId } : undefined
  },

  async activate(id) {
    return (await run(ACTIVATE, { id })).length > 0
  },

  async cancel(id) {
    return (await run(CANCEL, { id })).length > 0
  },

  async change(id, { employees, faceIds }) {
    const data = { ...(employees !== undefined && { employees }), ...(faceIds !== undefined && { faceIds }) }
    const where = { id, status: { not: 'canceled' } } as const
    const [row] = await client.subscription.updateManyAndReturn({ data, select: subscriptionColumns, where })
    return row && toSubscription(row)
  },
})
