import type { Actor, AuditAction } from '../audit/audit-trail.ts'
import { DomainError } from '../errors.ts'
import type { Stores, Transact } from '../unit-of-work.ts'
import { findSubscription } from './find-subscription.ts'
import type { Subscription } from './subscription.ts'
import type { SubscriptionChanges, SubscriptionOfAccount } from './subscription-store.ts'

interface Dependencies {
  transact: Transact
}

/** @throws DomainError `account-not-found`, `subscription-canceled` */
export const changeSubscription = (
  { transact }: Dependencies,
  actor: Actor,
  accountId: string,
  changes: SubscriptionChanges,
): Promise<Subscription> =>
  transact(async (stores) => {
    const subscription = await findSubscription(stores, accountId)
    const changed = await stores.subscriptions.change(subscription.id, changes)
    if (!changed) throw new DomainError('subscription-canceled')
    await record(stores, actor, 'subscription.changed', subscription, accountId)
    return changed
  })

/**
 * Cancels for good. Canceling again changes nothing.
 *
 * @throws DomainError `account-not-found`
 */
export const cancelSubscription = (
  { transact }: Dependencies,
  actor: Actor,
  accountId: string,
): Promise<Subscription> =>
  transact(async (stores) => {
    const subscription = await findSubscription(stores, accountId)
    if (await stores.subscriptions.cancel(subscription.id)) {
      await record(stores, actor, 'subscription.canceled', subscription, accountId)
    }
    return { ...subscription, status: 'canceled' }
  })

const record = (
  { audit }: Stores,
  actor: Actor,
  action: AuditAction,
  { id: subjectId, partnerId }: SubscriptionOfAccount,
  accountId: string,
) => audit.record({ actor, action, subjectId, partnerId, accountId })
