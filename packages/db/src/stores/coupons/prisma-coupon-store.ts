import { type Coupon, type CouponStore, DomainError } from '@partner-accounts/core'
import type { Client } from '../../prisma/client.ts'
import { reachingStorage, violatesUnique } from '../../driver/storage-errors.ts'

const omit = { createdAt: true } as const

/** Coupons in PostgreSQL. */
export class PrismaCouponStore implements CouponStore {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  async add(coupon: Coupon): Promise<void> {
    try {
      await reachingStorage(() => this.#client.coupon.create({ data: coupon, select: { id: true } }))
    } catch (error) {
      if (violatesUnique(error, 'code')) throw new DomainError('coupon-code-taken', { cause: error })
      throw error
    }
  }

  async find(code: string): Promise<Coupon | undefined> {
    return (await reachingStorage(() => this.#client.coupon.findUnique({ omit, where: { code } }))) ?? undefined
  }

  list(): Promise<Coupon[]> {
    return reachingStorage(() => this.#client.coupon.findMany({ omit, orderBy: { id: 'asc' } }))
  }
}
