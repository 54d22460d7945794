import { inviteAdministrator } from '../accounts/invite-administrator.ts'
import { inTransaction } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import type { ActivateSubscriptionInput } from './activate-subscription.ts'

/**
 * Mails a new activation link, which replaces the previous one.
 *
 * @throws `account-not-found`, `subscription-not-active`, `administrator-already-active`
 */
export const resendActivation = inTransaction(async (stores, { actor, accountId }: ActivateSubscriptionInput) => {
  const { status, partnerId } = required(await stores.subscriptions.find(accountId), 'account-not-found')
  if (status !== 'active') throw new DomainError('subscription-not-active')
  await inviteAdministrator(stores, { actor, accountId, partnerId })
})
