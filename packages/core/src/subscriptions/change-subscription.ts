import type { Subscription } from '../accounts/subscription.ts'
import type { Actor } from '../audit/actor.ts'
import type { AuditAction } from '../audit/audit-actions.ts'
import { inTransaction, type Stores } from '../dependencies.ts'
import { required } from '../errors.ts'
import type { SubscriptionChanges, SubscriptionOfPartner } from './subscription-store.ts'

export interface CancelSubscriptionInput {
  actor: Actor
  accountId: string
  reason?: string | undefined
}

export interface ChangeSubscriptionInput extends Omit<CancelSubscriptionInput, 'reason'> {
  changes: SubscriptionChanges
}

/** @throws `account-not-found`, `subscription-canceled` */
export const changeSubscription = inTransaction(
  async (stores, { actor, accountId, changes }: ChangeSubscriptionInput) => {
    const subscription = required(await stores.subscriptions.find(accountId), 'account-not-found')
    const changed = required(await stores.subscriptions.change(subscription.id, changes), 'subscription-canceled')
    await record(stores, { actor, accountId }, 'subscription.changed', subscription)
    return changed
  },
)

/**
 * Cancels an account's subscription permanently. Idempotent.
 *
 * @throws `account-not-found`
 */
export const cancelSubscription = inTransaction(
  async (stores, { actor, accountId, reason }: CancelSubscriptionInput): Promise<Subscription> => {
    const { partnerId, ...subscription } = required(await stores.subscriptions.find(accountId), 'account-not-found')
    if (await stores.subscriptions.cancel(subscription.id)) {
      await record(stores, { actor, accountId, reason }, 'subscription.canceled', { id: subscription.id, partnerId })
    }
    return { ...subscription, status: 'canceled' }
  },
)

const record = (
  { audit }: Stores,
  by: CancelSubscriptionInput,
  action: AuditAction,
  { id: subjectId, partnerId }: Pick<SubscriptionOfPartner, 'id' | 'partnerId'>,
) => audit.record({ ...by, action, subjectId, partnerId })
