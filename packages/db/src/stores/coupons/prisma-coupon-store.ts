import type { Coupon, CouponChanges, CouponStore } from '@partner-accounts/core'
import type { Client } from '../../prisma/client.ts'

const omit = { createdAt: true } as const

/** Stores coupons in PostgreSQL. */
export class PrismaCouponStore implements CouponStore {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  async add(coupon: Coupon): Promise<void> {
    await this.#client.coupon.create({ data: coupon, select: { id: true } })
  }

  async find(code: string): Promise<Coupon | undefined> {
    return (await this.#client.coupon.findUnique({ omit, where: { code } })) ?? undefined
  }

  async change(id: string, changes: CouponChanges): Promise<Coupon | undefined> {
    const { maxRedemptions } = changes
    const where = { id, ...(maxRedemptions != null && { redemptions: { lte: maxRedemptions } }) }
    const [row] = await this.#client.coupon.updateManyAndReturn({ data: changes, omit, where })
    return row
  }
}
