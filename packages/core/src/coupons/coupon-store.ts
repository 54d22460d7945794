import type { Coupon } from './coupon.ts'

/** The changeable properties of a coupon. Accounts that redeemed it keep their discount. */
export type CouponChanges = Partial<Pick<Coupon, 'expiresAt' | 'maxRedemptions'>>

/** Stores coupons. */
export interface CouponStore {
  /** @throws DomainError `coupon-code-taken` */
  add(coupon: Coupon): Promise<void>

  find(code: string): Promise<Coupon | undefined>

  /** Changes a coupon, unless it has been redeemed more often than its new maximum. @returns `undefined` then */
  change(id: string, changes: CouponChanges): Promise<Coupon | undefined>
}
