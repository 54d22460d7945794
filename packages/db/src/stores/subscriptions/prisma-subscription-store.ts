import type {
  Subscription,
  SubscriptionChanges,
  SubscriptionOfAccount,
  SubscriptionStore,
} from '@partner-accounts/core'
import type { Client } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'

const select = {
  id: true,
  status: true,
  employees: true,
  faceIds: true,
  couponId: true,
  percentOff: true,
} satisfies Prisma.SubscriptionSelect

/** Stores subscriptions in PostgreSQL. */
export class PrismaSubscriptionStore implements SubscriptionStore {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  async find(accountId: string): Promise<SubscriptionOfAccount | undefined> {
    const orderBy = { id: 'desc' } as const
    const withAccount = { ...select, account: { select: { partnerId: true } } }
    const row = await this.#client.subscription.findFirst({ select: withAccount, orderBy, where: { accountId } })
    if (!row) return undefined
    const { account, ...subscription } = row
    return { ...subscription, partnerId: account.partnerId }
  }

  async activate(id: string): Promise<boolean> {
    const data = { status: 'active', activatedAt: new Date() } as const
    return this.#move(data, { id, status: 'pending' })
  }

  async cancel(id: string): Promise<boolean> {
    const data = { status: 'canceled', canceledAt: new Date() } as const
    return this.#move(data, { id, status: { not: 'canceled' } })
  }

  async change(id: string, { employees, faceIds }: SubscriptionChanges): Promise<Subscription | undefined> {
    const data = { ...(employees !== undefined && { employees }), ...(faceIds !== undefined && { faceIds }) }
    const where = { id, status: { not: 'canceled' } } as const
    const [row] = await this.#client.subscription.updateManyAndReturn({ data, select, where })
    return row
  }

  /** The condition names the state that is left, so that only one of two concurrent moves succeeds. */
  async #move(
    data: Prisma.SubscriptionUpdateManyMutationInput,
    where: Prisma.SubscriptionWhereInput,
  ): Promise<boolean> {
    const { count } = await this.#client.subscription.updateMany({ data, where })
    return count > 0
  }
}
