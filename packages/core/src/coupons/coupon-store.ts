import type { Coupon } from './coupon.ts'

/** Where coupons are kept. */
export interface CouponStore {
  /** @throws DomainError `coupon-code-taken` */
  add(coupon: Coupon): Promise<void>

  find(code: string): Promise<Coupon | undefined>

  /** In the order in which they were added. */
  list(): Promise<Coupon[]>
}
