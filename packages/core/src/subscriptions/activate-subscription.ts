import { issueActivationToken } from '../activation-links/activation-token.ts'
import type { AdministratorOfAccount } from '../administrators/administrator.ts'
import type { Actor } from '../audit/audit-trail.ts'
import type { Dependencies } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import type { NewMail } from '../mails/mail.ts'
import type { Stores } from '../unit-of-work.ts'
import { type ActivationNotices, notifyCreator } from './notify-creator.ts'
import type { Subscription } from './subscription.ts'

export interface ActivateSubscriptionInput {
  actor: Actor
  accountId: string
}

export type ActivationDependencies = Pick<Dependencies, 'transact' | 'subscriptionNotices'>

/**
 * Mails the administrator activation and welcome (part 6). Idempotent.
 *
 * @param input `notices` of the call's other activations
 * @throws `account-not-found`, `subscription-canceled`
 */
export const activateSubscription = (
  { transact, subscriptionNotices }: ActivationDependencies,
  { actor, accountId, notices = new Map() }: ActivateSubscriptionInput & { notices?: ActivationNotices },
): Promise<Subscription> =>
  transact(async (stores) => {
    const { partnerId, ...subscription } = required(await stores.subscriptions.find(accountId), 'account-not-found')
    const shared = subscriptionNotices ? notices : undefined
    const activation = { actor, accountId, partnerId, id: subscription.id, notices: shared }
    if (!(await activateInTransaction(stores, activation))) {
      // A concurrent call may have activated or canceled it.
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
  // The administrator may have access from an earlier subscription.
  for (const mail of administrator ? activationMails(administrator, token) : []) await stores.mails.queue(mail)
  if (notices) {
    const accountName = administrator?.accountName ?? (await stores.accountDirectory.overview(accountId))?.employer.name
    await notifyCreator(stores, { partnerId, accountId, accountName: accountName ?? '' }, notices)
  }
  await stores.audit.record({ actor, action: 'subscription.activated', subjectId: id, partnerId, accountId })
  return true
}

type Recipient = Omit<AdministratorOfAccount, 'mobilePhone'>

export const activationMails = (administrator: Recipient, activationToken: string): NewMail[] => [
  activationMail(administrator, activationToken),
  welcomeMail(administrator),
]

export function welcomeMail(administrator: Recipient): NewMail {
  const { fullName: name, accountName } = administrator
  return { ...to(administrator), content: { kind: 'administrator-welcome', name, accountName } }
}

export function activationMail(administrator: Recipient, activationToken: string): NewMail {
  const { fullName: name, accountName } = administrator
  const content = { kind: 'administrator-activation', name, accountName, activationToken } as const
  return { ...to(administrator), content }
}

const to = ({ email: recipient, partnerId, accountId }: Recipient) => ({ recipient, partnerId, accountId })
