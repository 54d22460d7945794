import type { Client } from '../prisma/client.ts'
import type { CitusCheck } from '../sql/citus.ts'

/** Returns whether a creation must try to redeem a coupon. May return true for a partner without a coupon. */
export type CouponCheck = (partnerId: string) => Promise<boolean>

/**
 * Creates the check. On Citus, an update that finds no coupon still locks every node's copy: creations would wait for
 * each other, and fail while a node is down. Elsewhere, that update costs less than this read. A coupon assigned after
 * the read applies to the next creation.
 */
export const couponCheck =
  (client: Client, hasCitus: CitusCheck): CouponCheck =>
  async (partnerId) =>
    !(await hasCitus()) || (await client.partner.count({ where: { id: partnerId, couponId: { not: null } } })) > 0
