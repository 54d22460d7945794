import { activationMail } from './activation-mails.ts'
import type { Actor } from '../audit/actor.ts'
import type { Stores } from '../dependencies.ts'
import { required } from '../errors.ts'
import { issueActivationToken } from '../identity/activation-link.ts'
import { queueLink } from '../mails/queue-link.ts'

/**
 * Mails a new activation link, which replaces the previous one. Must run in a transaction.
 *
 * @throws `administrator-already-active`
 */
export async function inviteAdministrator(
  stores: Stores,
  { actor, accountId, partnerId }: { actor: Actor; accountId: string; partnerId: string },
): Promise<void> {
  const { administrators, audit } = stores
  const { token, stored } = issueActivationToken('administrator', partnerId)
  const administrator = required(await administrators.invite(accountId, stored), 'administrator-already-active')
  await queueLink(stores, activationMail(administrator, token))
  await audit.record({ actor, action: 'administrator.invited', subjectId: accountId, partnerId, accountId })
}
