import { DomainError } from '../errors.ts'
import type { Stores } from '../unit-of-work.ts'
import type { SubscriptionOfAccount } from './subscription-store.ts'

/**
 * The account's subscription: every account has had one since its creation.
 *
 * @throws DomainError `account-not-found`
 */
export async function findSubscription({ subscriptions }: Stores, accountId: string): Promise<SubscriptionOfAccount> {
  const subscription = await subscriptions.find(accountId)
  if (!subscription) throw new DomainError('account-not-found')
  return subscription
}
