import type {
  Subscription,
  SubscriptionChanges,
  SubscriptionOfAccount,
  SubscriptionStore,
} from '@partner-accounts/core'
import type { Statements } from '../../driver/statements.ts'
import type { Client } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { ACTIVATE, CANCEL } from '../../sql/subscription-statements.ts'

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
  readonly #statements: Statements

  constructor(client: Client, statements: Statements) {
    this.#client = client
    this.#statements = statements
  }

  async find(accountId: string): Promise<SubscriptionOfAccount | undefined> {
    const orderBy = { id: 'desc' } as const
    const row = await this.#client.subscription.findFirst({
      ...{ select: { ...select, partnerId: true }, orderBy, where: { accountId } },
    })
    return row ?? undefined
  }

  async activate(id: string): Promise<boolean> {
    return (await this.#statements.run(ACTIVATE, { id })).length > 0
  }

  async cancel(id: string): Promise<boolean> {
    return (await this.#statements.run(CANCEL, { id })).length > 0
  }

  async change(id: string, { employees, faceIds }: SubscriptionChanges): Promise<Subscription | undefined> {
    const data = { ...(employees !== undefined && { employees }), ...(faceIds !== undefined && { faceIds }) }
    const where = { id, status: { not: 'canceled' } } as const
    // Not one statement: Citus cannot return enums from an update.
    const { count } = await this.#client.subscription.updateMany({ data, where })
    const row = count === 0 ? null : await this.#client.subscription.findFirst({ select, where: { id } })
    return row ?? undefined
  }
}
