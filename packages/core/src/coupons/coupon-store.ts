import type { Coupon } from './coupon.ts'

/** Accounts that redeemed the coupon keep their discount. */
export type CouponChanges = Partial<Pick<Coupon, 'expiresAt' | 'maxRedemptions'>>

export interface CouponStore {
  /** @throws `coupon-code-taken` */
  add(coupon: Coupon): Promise<void>

  find(code: string): Promise<Coupon | undefined>

  /** @returns `undefined` when the coupon was redeemed more often than its new maximum */
  change(id: string, changes: CouponChanges): Promise<Coupon | undefined>
}
