export const SUBSCRIPTION_STATUSES = ['pending', 'active', 'canceled'] as const

/** `canceled` is final: an operator can start another subscription. */
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** `manual`: by an operator. `immediate`: at the account's creation. */
export type SubscriptionActivation = 'manual' | 'immediate'

export interface Subscription {
  id: string
  status: SubscriptionStatus
  employees: number
  faceIds: number
  /** Of the coupon when it was redeemed. */
  percentOff: number | null
}

export interface SubscriptionChanges {
  employees?: number | undefined
  faceIds?: number | undefined
}

export interface SubscriptionOfAccount extends Subscription {
  partnerId: string
}

export type NewSubscription = Omit<SubscriptionOfAccount, 'status'> & { accountId: string; couponId: string | null }

/** An account's subscription is its latest. Every account has one. */
export interface SubscriptionStore {
  find(accountId: string): Promise<SubscriptionOfAccount | undefined>

  /** Adds a pending subscription, in a transaction. */
  add(subscription: NewSubscription): Promise<void>

  /** @returns `true` if it was pending, for exactly one of concurrent calls */
  activate(id: string): Promise<boolean>

  /** @returns `false` when already canceled */
  cancel(id: string): Promise<boolean>

  /** @returns `undefined` when canceled */
  change(id: string, changes: SubscriptionChanges): Promise<Subscription | undefined>
}
