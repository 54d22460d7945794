import type {
  Subscription,
  SubscriptionChanges,
  SubscriptionOfAccount,
  SubscriptionStore,
} from '@partner-accounts/core'
import type { Client } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { reachingStorage } from '../../driver/storage-errors.ts'

const select = {
  id: true,
  status: true,
  employees: true,
  faceIds: true,
  couponId: true,
  percentOff: true,
} satisfies Prisma.SubscriptionSelect

/** Subscriptions in PostgreSQL. */
export class PrismaSubscriptionStore implements SubscriptionStore {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  async find(accountId: string): Promise<SubscriptionOfAccount | undefined> {
    const orderBy = { id: 'desc' } as const
    const withAccount = { ...select, account: { select: { partnerId: true } } }
    const find = () => this.#client.subscription.findFirst({ select: withAccount, orderBy, where: { accountId } })
    const row = await reachingStorage(find)
    if (!row) return undefined
    const { account, ...subscription } = row
    return { ...subscription, partnerId: account.partnerId }
  }

  async activate(id: string): Promise<boolean> {
    const data = { status: 'active', activatedAt: new Date() } as const
    return this.#moved(data, { id, status: 'pending' })
  }

  async cancel(id: string): Promise<boolean> {
    const data = { status: 'canceled', canceledAt: new Date() } as const
    return this.#moved(data, { id, status: { not: 'canceled' } })
  }

  async change(id: string, { employees, faceIds }: SubscriptionChanges): Promise<Subscription | undefined> {
    const data = { ...(employees !== undefined && { employees }), ...(faceIds !== undefined && { faceIds }) }
    const where = { id, status: { not: 'canceled' } } as const
    const [row] = await reachingStorage(() => this.#client.subscription.updateManyAndReturn({ data, select, where }))
    return row
  }

  /** The state that it is left for stands in the condition, so that of two at once one alone succeeds. */
  async #moved(
    data: Prisma.SubscriptionUpdateManyMutationInput,
    where: Prisma.SubscriptionWhereInput,
  ): Promise<boolean> {
    const { count } = await reachingStorage(() => this.#client.subscription.updateMany({ data, where }))
    return count > 0
  }
}
