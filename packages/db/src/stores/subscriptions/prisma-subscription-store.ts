import type { SubscriptionStore } from '@partner-accounts/core'
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

/** Stores subscriptions in PostgreSQL. */
export const createPrismaSubscriptionStore = (client: Client, run: RunStatement): SubscriptionStore => ({
  async find(accountId) {
    const row = await client.subscription.findFirst({
      select: { ...subscriptionColumns, partnerId: true },
      orderBy: { id: 'desc' },
      where: { accountId },
    })
    return row ?? undefined
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
    // Not one statement: Citus cannot return enums from an update.
    const { count } = await client.subscription.updateMany({ data, where })
    const row = count === 0 ? null : await client.subscription.findFirst({ select: subscriptionColumns, where: { id } })
    return row ?? undefined
  },
})
