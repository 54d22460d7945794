export interface Coupon {
  id: string
  code: string
  /** Discount from 1 to 100. */
  percentOff: number
  expiresAt: Date | null
  maxRedemptions: number | null
  redemptions: number
}
