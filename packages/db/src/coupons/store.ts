import type { CouponStore } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'

const omit = { createdAt: true } as const

export const createCouponStore = (client: Client): CouponStore => ({
  async add(coupon) {
    await client.coupon.create({ data: coupon, select: { id: true } })
  },

  async find(code) {
    return (await client.coupon.findUnique({ omit, where: { code } })) ?? undefined
  },

  async change(id, changes) {
    const { maxRedemptions } = changes
    const where = { id, ...(maxRedemptions != null && { redemptions: { lte: maxRedemptions } }) }
    const [row] = await client.coupon.updateManyAndReturn({ data: changes, omit, where })
    return row
  },
})
