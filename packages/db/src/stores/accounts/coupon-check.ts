import type { RunStatement } from '../../driver/statements.ts'
import { COUPON, HAS_CITUS } from '../../sql/coupon-statements.ts'

/** Returns whether a creation of the partner has to redeem a coupon. */
export type CouponCheck = (partnerId: string) => Promise<boolean>

/**
 * Returns a check that reads on Citus whether the partner has a coupon, and reports elsewhere that it may have one. Every
 * node of Citus has a copy of the coupons. An update that finds no coupon still locks all copies until the transaction
 * ends, so creations of all partners would wait for each other, and fail while any node is down. Elsewhere it costs less
 * than a read. A coupon that a partner receives after the read belongs to its next creation.
 */
export function couponCheck(run: RunStatement): CouponCheck {
  let hasCitus: boolean | undefined
  return async (partnerId) => {
    hasCitus ??= (await run(HAS_CITUS, {}))[0]?.hasCitus ?? false
    return !hasCitus || (await run(COUPON, { partnerId })).length > 0
  }
}
