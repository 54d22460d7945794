import type { Coupon } from './coupon.ts'

/** Accounts that redeemed the coupon keep their discount. */
export type CouponChanges = Partial<Pick<Coupon, 'expiresAt' | 'maxRedemptions'>>

export interface CouponStore {
  /** @throws `coupon-code-taken` */
  add(coupon: Coupon): Promise<void>

  find(code: string): Promise<Coupon | undefined>

  /** @returns false when it has expired or was redeemed as often as permitted */
  redeem(id: string): Promise<boolean>

  /** @returns `undefined` when the coupon was redeemed more often than its new maximum */
  change(id: string, changes: CouponChanges): Promise<Coupon | undefined>
}
