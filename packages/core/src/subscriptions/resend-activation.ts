import { issueActivationToken } from '../activation-links/activation-token.ts'
import { DomainError, required } from '../errors.ts'
import { inTransaction } from '../in-transaction.ts'
import type { Stores } from '../unit-of-work.ts'
import { type ActivateSubscriptionInput, activationMail } from './activate-subscription.ts'

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

/**
 * Mails a new activation link in a transaction.
 *
 * @throws `administrator-already-active`
 */
export async function inviteAdministrator(
  { administrators, mails, audit }: Stores,
  { actor, accountId, partnerId }: ActivateSubscriptionInput & { partnerId: string },
): Promise<void> {
  const { token, stored } = issueActivationToken('administrator', partnerId)
  const administrator = required(await administrators.invite(accountId, stored), 'administrator-already-active')
  await mails.queue(activationMail(administrator, token))
  await audit.record({ actor, action: 'administrator.invited', subjectId: accountId, partnerId, accountId })
}
