/** `pending` until activated; `canceled` is final. */
export type SubscriptionStatus = 'pending' | 'active' | 'canceled'

/** When the subscription of a new account is activated: by an operator, or with the creation. */
export type SubscriptionActivation = 'manual' | 'immediate'

/** What an account has contracted. */
export interface Subscription {
  id: string
  status: SubscriptionStatus
  employees: number
  faceIds: number
  couponId: string | null
  /** What the coupon gave when it was redeemed; null without one. */
  percentOff: number | null
}
