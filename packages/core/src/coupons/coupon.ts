/** A percentage off the subscription that comes with a new account. */
export interface Coupon {
  id: string
  code: string
  /** 1 to 100. */
  percentOff: number
  expiresAt: Date | null
  maxRedemptions: number | null
  redemptions: number
}

/** Whether one more account may have the coupon. One that is spent or expired stops no creation. */
export function isRedeemable(coupon: Coupon, at: Date): boolean {
  const expired = coupon.expiresAt !== null && coupon.expiresAt <= at
  const spent = coupon.maxRedemptions !== null && coupon.redemptions >= coupon.maxRedemptions
  return !expired && !spent
}
