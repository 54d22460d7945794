import { required } from '../errors.ts'
import type { Stores } from '../unit-of-work.ts'
import type { SubscriptionOfAccount } from './subscription.ts'

/**
 * Returns the account's subscription: every account has one.
 *
 * @throws `account-not-found`
 */
export async function findSubscription({ subscriptions }: Stores, accountId: string): Promise<SubscriptionOfAccount> {
  return required(await subscriptions.find(accountId), 'account-not-found')
}
