export const SUBSCRIPTION_STATUSES = ['pending', 'active', 'canceled'] as const

/** `canceled` is final: an operator can start another subscription. */
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** When a new account's subscription is activated: `manual`, by an operator, or `immediate`, at creation. */
export type SubscriptionActivation = 'manual' | 'immediate'

export interface Subscription {
  id: string
  status: SubscriptionStatus
  employees: number
  faceIds: number
  /** Of the coupon when it was redeemed. */
  percentOff: number | null
}
