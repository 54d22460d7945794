import { setTimeout as wait } from 'node:timers/promises'
import type { ChangeInput } from '../audit/actor.ts'
import { type Dependencies, inTransaction, type Stores } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import { issueActivationToken } from '../identity/activation-link.ts'
import { type NormalizedEmail, normalizeEmail } from '../identity/email.ts'
import type { PortalUser } from '../identity/portal-user.ts'
import { userNotice } from '../identity/queue-user-notice.ts'
import { queueLink } from '../mails/queue-link.ts'

/** Longer than queueing a mail, so the time of a response does not reveal whether the e-mail is known. */
const MIN_RESPONSE_MS = 400

/**
 * Mails a link that works once, for an hour, and replaces the previous one. Unknown e-mails take the same time.
 *
 * @throws `too-many-password-resets`
 */
export async function requestPasswordReset(
  dependencies: Pick<Dependencies, 'transact' | 'passwordResets'>,
  { email, network }: { email: string; network: string },
): Promise<void> {
  const address = normalizeEmail(email)
  await dependencies.passwordResets.count(address ?? email, network)
  await Promise.all([address && mailLink(dependencies, address), wait(MIN_RESPONSE_MS)])
}

const mailLink = inTransaction(async (stores, address: NormalizedEmail) => {
  const user = await stores.portalUsers.findByEmail(address)
  if (user && canReset(user)) await queueResetLink(stores, user)
})

/**
 * Mails a link on behalf of an operator. The current password works until the link is used.
 *
 * @throws `portal-user-not-found`, `portal-user-not-active`
 */
export const sendPasswordReset = inTransaction(async (stores, { actor, id }: ChangeInput) => {
  const user = required(await stores.portalUsers.find(id), 'portal-user-not-found')
  if (!canReset(user)) throw new DomainError('portal-user-not-active')
  await queueResetLink(stores, user)
  const { partnerId } = user
  const action = 'portal-user.password-reset-sent'
  await stores.audit.record({ actor, action, subjectId: id, partnerId })
  return user
})

const canReset = ({ status, kind }: PortalUser): boolean => status === 'active' && kind === 'person'

async function queueResetLink(stores: Stores, user: PortalUser): Promise<void> {
  const { token, stored } = issueActivationToken('password-reset', user.partnerId)
  await stores.portalUsers.setResetLink(user.id, stored)
  const mail = await userNotice(stores, user, { kind: 'password-reset', resetToken: token })
  await queueLink(stores, mail)
}
