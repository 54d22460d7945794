import type { CouponStore } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'
import { readClock } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'

const omit = { createdAt: true } as const

export const createCouponStore = (client: Client, run: RunStatement): CouponStore => ({
  async add(coupon) {
    await client.coupon.create({ data: coupon, select: { id: true } })
  },

  async find(code) {
    return (await client.coupon.findUnique({ omit, where: { code } })) ?? undefined
  },

  async redeem(id, { isTest }) {
    const unexpired = { OR: [{ expiresAt: null }, { expiresAt: { gt: await readClock(run) } }] }
    // The counting update compares with the limit, so concurrent redemptions never exceed it.
    const withRedemptionsLeft = {
      OR: [{ maxRedemptions: null }, { redemptions: { lt: client.coupon.fields.maxRedemptions } }],
    }
    const data = { redemptions: { increment: isTest ? 0 : 1 } }
    return (await client.coupon.updateMany({ data, where: { id, AND: [unexpired, withRedemptionsLeft] } })).count > 0
  },

  async change(id, changes) {
    const { maxRedemptions } = changes
    const where = { id, ...(maxRedemptions != null && { redemptions: { lte: maxRedemptions } }) }
    const [row] = await client.coupon.updateManyAndReturn({ data: changes, omit, where })
    return row
  },
})
