import { setTimeout as wait } from 'node:timers/promises'
import { issueActivationToken } from '../activation-links/activation-token.ts'
import type { Dependencies } from '../dependencies.ts'
import { normalizeEmail } from '../email.ts'
import { DomainError } from '../errors.ts'
import type { ChangePortalUserInput } from './change-portal-user.ts'
import type { PortalUser } from './portal-user.ts'
import type { Stores } from '../unit-of-work.ts'

/** An e-mail that may or may not belong to a portal user. */
export interface RequestPasswordResetInput {
  email: string
  /** The client's network. */
  origin: string
}

/** Longer than it takes to queue a mail, so the response time does not reveal whether the e-mail is known. */
const RESPONSE_MS = 400

/**
 * Mails a link to a portal user that forgot its password. The link works once, for an hour, and replaces an earlier one.
 * For any other e-mail nothing happens, in the same time.
 *
 * @throws DomainError `too-many-password-resets`
 */
export async function requestPasswordReset(
  dependencies: Pick<Dependencies, 'transact' | 'passwordResets'>,
  { email, origin }: RequestPasswordResetInput,
): Promise<void> {
  const address = normalizeEmail(email)
  await dependencies.passwordResets.count(address ?? email, origin)
  await Promise.all([address && mailLink(dependencies, address), wait(RESPONSE_MS)])
}

const mailLink = (
  { transact }: Pick<Dependencies, 'transact'>,
  address: NonNullable<ReturnType<typeof normalizeEmail>>,
): Promise<void> =>
  transact(async (stores) => {
    const user = await stores.portalUsers.findByEmail(address)
    if (user && canReset(user)) await queueResetLink(stores, user)
  })

/**
 * Mails a link for a new password to a portal user, for an operator. The present password works until the link is used.
 *
 * @throws DomainError `portal-user-not-found`, `portal-user-not-active`
 */
export const sendPasswordReset = (
  { transact }: Pick<Dependencies, 'transact'>,
  { actor, id }: ChangePortalUserInput,
): Promise<PortalUser> =>
  transact(async (stores) => {
    const user = await stores.portalUsers.find(id)
    if (!user) throw new DomainError('portal-user-not-found')
    if (!canReset(user)) throw new DomainError('portal-user-not-active')
    await queueResetLink(stores, user)
    const { partnerId } = user
    const action = 'portal-user.password-reset-sent'
    await stores.audit.record({ actor, action, subjectId: id, partnerId })
    return user
  })

const canReset = ({ status, kind }: PortalUser): boolean => status === 'active' && kind === 'person'

async function queueResetLink(
  { portalUsers, partners, mails }: Stores,
  { id, email, name, partnerId }: PortalUser,
): Promise<void> {
  const { token, stored } = issueActivationToken('password-reset', partnerId)
  await portalUsers.setResetLink(id, stored)
  const partnerName = (await partners.find(partnerId))?.name ?? ''
  const content = { kind: 'password-reset', name, partnerName, resetToken: token } as const
  await mails.queue({ recipient: email, content, partnerId })
}
