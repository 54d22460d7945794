export const SUBSCRIPTION_STATUSES = ['pending', 'active', 'canceled'] as const

/** `canceled` is final, but an operator can start another subscription. */
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** `manual`: by an operator. `immediate`: at the account's creation. */
export type SubscriptionActivation = 'manual' | 'immediate'

export interface Subscription {
  id: string
  status: SubscriptionStatus
  employees: number
  faceIds: number
  /** Discount of the coupon when it was redeemed. */
  percentOff: number | null
}

declare module '../dependencies.ts' {
  interface Dependencies {
    subscriptionActivation: SubscriptionActivation
    /** Whether operators' activations and corrections are mailed to the creators of the accounts. */
    subscriptionNotices: boolean
  }
}
