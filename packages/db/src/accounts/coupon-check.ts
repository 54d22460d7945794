import type { Client } from '../prisma/client.ts'
import type { CitusCheck } from '../sql/citus.ts'

/** Returns whether a creation must try to redeem a coupon. May return true for a partner without a coupon. */
export type CouponCheck = (partnerId: string) => Promise<boolean>

/**
 * Creates the check, which reads the partner only on Citus. An update of coupons on Citus locks the copy on every node, even
 * if it finds no coupon, so creations would wait for each other, and fail while a node is down. Elsewhere, the update costs
 * less than the read. A coupon assigned after the read applies to the next creation.
 */
export const couponCheck =
  (client: Client, hasCitus: CitusCheck): CouponCheck =>
  async (partnerId) => {
    if (!(await hasCitus())) return true
    const partnersWithCoupon = await client.partner.count({ where: { id: partnerId, couponId: { not: null } } })
    return partnersWithCoupon > 0
  }
