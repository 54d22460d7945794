import { activationMails } from '../accounts/activation-mails.ts'
import type { Subscription } from '../accounts/subscription.ts'
import type { Actor } from '../audit/actor.ts'
import type { Dependencies, Stores } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import { issueActivationToken } from '../identity/activation-link.ts'
import { type ActivationNotices, notifyCreator } from '../accounts/notify-creator.ts'

export interface ActivateSubscriptionInput {
  actor: Actor
  accountId: string
}

export type ActivationDependencies = Pick<Dependencies, 'transact' | 'subscriptionNotices'>

/**
 * Activates an account's subscription, and mails the administrator an activation link and a welcome (part 6). Idempotent.
 *
 * @param input callers that activate several subscriptions pass the same `notices` to each call, which combines the notices
 * to one person
 * @throws `account-not-found`, `subscription-canceled`
 */
export const activateSubscription = (
  { transact, subscriptionNotices }: ActivationDependencies,
  { actor, accountId, notices = new Map() }: ActivateSubscriptionInput & { notices?: ActivationNotices },
): Promise<Subscription> =>
  transact(async (stores) => {
    const { partnerId, ...subscription } = required(await stores.subscriptions.find(accountId), 'account-not-found')
    const activation = {
      actor,
      accountId,
      partnerId,
      id: subscription.id,
      notices: subscriptionNotices ? notices : undefined,
    }
    if (!(await activateInTransaction(stores, activation))) {
      // A concurrent call may have activated or canceled the subscription.
      const current = await stores.subscriptions.find(accountId)
      if (current?.status === 'canceled') throw new DomainError('subscription-canceled')
    }
    return { ...subscription, status: 'active' }
  })

interface Activation extends ActivateSubscriptionInput {
  partnerId: string
  id: string
  notices: ActivationNotices | undefined
}

/** @returns false unless the subscription was pending */
export async function activateInTransaction(
  stores: Stores,
  { actor, accountId, partnerId, id, notices }: Activation,
): Promise<boolean> {
  if (!(await stores.subscriptions.activate(id))) return false
  const { token, stored } = issueActivationToken('administrator', partnerId)
  const administrator = await stores.administrators.invite(accountId, stored)
  // `undefined` if the administrator has access from an earlier subscription.
  if (administrator) {
    for (const mail of activationMails(administrator, token)) await stores.mails.queue(mail)
  }
  if (notices) {
    const accountName = administrator?.accountName ?? (await stores.accountDirectory.overview(accountId))?.employer.name
    await notifyCreator(stores, { partnerId, accountId, accountName: accountName ?? '' }, notices)
  }
  await stores.audit.record({ actor, action: 'subscription.activated', subjectId: id, partnerId, accountId })
  return true
}
