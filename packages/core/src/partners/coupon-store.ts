import type { Coupon } from './coupon.ts'

/** Changes of a coupon. Discounts that were redeemed stay. */
export type CouponChanges = Partial<Pick<Coupon, 'expiresAt' | 'maxRedemptions'>>

export interface CouponStore {
  /** @throws `coupon-code-taken` */
  add(coupon: Coupon): Promise<void>

  find(code: string): Promise<Coupon | undefined>

  /**
   * @param options `isTest`: whether the account belongs to a test partner, whose redemptions are not counted
   * @returns false when expired or exhausted
   */
  redeem(id: string, options: { isTest: boolean }): Promise<boolean>

  /** @returns `undefined` when redeemed more often than the new maximum */
  change(id: string, changes: CouponChanges): Promise<Coupon | undefined>
}

declare module '../dependencies.ts' {
  interface Stores {
    coupons: CouponStore
  }
}
