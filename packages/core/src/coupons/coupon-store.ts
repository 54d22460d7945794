import type { Coupon } from './coupon.ts'

/** Stores coupons. */
export interface CouponStore {
  /** @throws DomainError `coupon-code-taken` */
  add(coupon: Coupon): Promise<void>

  find(code: string): Promise<Coupon | undefined>
}
