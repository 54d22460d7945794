export const SUBSCRIPTION_STATUSES = ['pending', 'active', 'canceled'] as const

/** `pending` until activated; `canceled` is final. */
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** When the subscription of a new account is activated: `manual`, by an operator, or `immediate`, at creation. */
export type SubscriptionActivation = 'manual' | 'immediate'

/** The contract of an account. */
export interface Subscription {
  id: string
  status: SubscriptionStatus
  employees: number
  faceIds: number
  couponId: string | null
  /** The discount of the coupon when it was redeemed; `null` without a coupon. */
  percentOff: number | null
}
