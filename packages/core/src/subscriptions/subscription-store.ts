import type { Subscription } from './subscription.ts'

/** The changeable properties of a subscription that is not canceled. */
export interface SubscriptionChanges {
  employees?: number | undefined
  faceIds?: number | undefined
}

/** A subscription and the id of its partner. */
export interface SubscriptionOfAccount extends Subscription {
  partnerId: string
}

/** Stores subscriptions. An account's subscription is its latest one. */
export interface SubscriptionStore {
  find(accountId: string): Promise<SubscriptionOfAccount | undefined>

  /** Activates a pending subscription. @returns whether it was pending; `true` for exactly one of several concurrent calls */
  activate(id: string): Promise<boolean>

  /** Cancels the subscription. @returns `false` when it was canceled already */
  cancel(id: string): Promise<boolean>

  /** @returns the changed subscription; `undefined` when it is canceled */
  change(id: string, changes: SubscriptionChanges): Promise<Subscription | undefined>
}
