import type { Subscription } from './subscription.ts'

/** What can be changed of a subscription that is not canceled. */
export interface SubscriptionChanges {
  employees?: number | undefined
  faceIds?: number | undefined
}

/** A subscription and whose it is. */
export interface SubscriptionOfAccount extends Subscription {
  partnerId: string
}

/** Where subscriptions are kept. An account's subscription is its latest. */
export interface SubscriptionStore {
  find(accountId: string): Promise<SubscriptionOfAccount | undefined>

  /** Makes a pending subscription active. @returns whether it was pending: of two at once, one alone succeeds */
  activate(id: string): Promise<boolean>

  /** @returns whether it was not canceled yet */
  cancel(id: string): Promise<boolean>

  /** @returns the subscription as it is now; undefined when it is canceled */
  change(id: string, changes: SubscriptionChanges): Promise<Subscription | undefined>
}
