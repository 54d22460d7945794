import type { Subscription } from '../accounts/subscription.ts'

export interface SubscriptionChanges {
  employees?: number | undefined
  faceIds?: number | undefined
}

export interface SubscriptionOfPartner extends Subscription {
  partnerId: string
}

export type NewSubscription = Omit<SubscriptionOfPartner, 'status'> & { accountId: string; couponId: string | null }

/** An account's subscription is its latest. Every account has one. */
export interface SubscriptionStore {
  find(accountId: string): Promise<SubscriptionOfPartner | undefined>

  /** Adds a pending subscription. Must be called in a transaction. */
  add(subscription: NewSubscription): Promise<void>

  /** @returns `true` if it was pending. Exactly one of several concurrent calls returns `true` */
  activate(id: string): Promise<boolean>

  /** @returns `false` when already canceled */
  cancel(id: string): Promise<boolean>

  /** @returns `undefined` when canceled */
  change(id: string, changes: SubscriptionChanges): Promise<Subscription | undefined>
}

declare module '../dependencies.ts' {
  interface Stores {
    subscriptions: SubscriptionStore
  }
}
