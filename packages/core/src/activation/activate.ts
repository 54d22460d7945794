import type { Dependencies, Stores } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import { type Activations, type LinkKey, type LinkState, readActivationToken } from '../identity/activation-link.ts'
import { normalizeEmail } from '../identity/email.ts'
import type { PortalUser } from '../identity/portal-user.ts'
import { queueUserNotice } from '../identity/queue-user-notice.ts'
import { type PasswordOwner, requireStrongPassword } from '../identity/require-strong-password.ts'

export interface ActivateInput {
  token: string
  password: string
  /** The client's network. */
  network: string
}

/** The owner of the password: a portal user signs in to the portal, an administrator to the product. */
export type Activated = { kind: 'portal-user'; user: PortalUser } | { kind: 'administrator'; accountId: string }

const ACTOR = { kind: 'activation-link' } as const

/**
 * Sets the password that a link's recipient has chosen. A link works once. It proves that the recipient reads the
 * mailbox, so the user's failed sign-ins from this network no longer count.
 *
 * @throws `activation-link-invalid`, `activation-link-used`, `activation-link-expired`,
 * `password-link-invalid`, `password-too-common`, `overloaded`
 */
export async function activate(
  { stores, transact, passwords, signIns }: Pick<Dependencies, 'stores' | 'transact' | 'passwords' | 'signIns'>,
  { token, password, network }: ActivateInput,
): Promise<Activated> {
  // Hashing is slow, so it happens only for usable links, and outside the transaction.
  const { link, owner } = await findUsableLink(stores, token)
  requireStrongPassword(password, owner)
  const passwordHash = await passwords.hash(password, network)

  const activated = await transact((transaction) => {
    if (link.purpose === 'portal-user') return activatePortalUser(transaction, link, passwordHash)
    if (link.purpose === 'administrator') return activateAdministrator(transaction, link, passwordHash)
    return resetPassword(transaction, link, passwordHash)
  })
  if (activated.kind === 'portal-user') {
    const email = normalizeEmail(activated.user.email)
    if (email) await signIns.forget(email, network)
  }
  return activated
}

/** The recipient of a link, for the page that the link opens. */
export interface LinkOwner extends PasswordOwner {
  partnerName: string
}

/**
 * Checks a link without using it.
 *
 * @throws `activation-link-invalid`, `activation-link-used`, `activation-link-expired`,
 * `password-link-invalid`
 */
export async function checkActivationLink(
  { stores }: Pick<Dependencies, 'stores'>,
  { token }: Pick<ActivateInput, 'token'>,
): Promise<LinkOwner> {
  const { link, owner } = await findUsableLink(stores, token)
  const partner = await stores.partners.find(link.partnerId)
  return { name: owner.name, email: owner.email, partnerName: partner?.name ?? '' }
}

async function findUsableLink(stores: Stores, token: string) {
  const link = readActivationToken(token)
  if (!link) throw new DomainError('activation-link-invalid')
  if (link.purpose === 'password-reset') {
    const owner = required(await stores.portalUsers.findResetLink(link), 'password-link-invalid')
    return { link, owner }
  }
  const owner = await (link.purpose === 'portal-user' ? stores.portalUsers : stores.administrators).findActivationLink(
    link,
  )
  if (owner?.state !== 'usable') throw createLinkError(owner?.state)
  return { link, owner }
}

async function resetPassword(stores: Stores, link: LinkKey, passwordHash: string): Promise<Activated> {
  const user = required(await stores.portalUsers.resetPassword(link, passwordHash), 'password-link-invalid')
  const { id, partnerId } = user
  await stores.audit.record({ actor: ACTOR, action: 'portal-user.password-reset', subjectId: id, partnerId })
  await queueUserNotice(stores, user, { kind: 'password-changed' })
  return { kind: 'portal-user', user }
}

async function activatePortalUser(stores: Stores, link: LinkKey, passwordHash: string): Promise<Activated> {
  const user = await activateWith(stores.portalUsers, link, passwordHash)
  const { id, partnerId } = user
  await stores.audit.record({ actor: ACTOR, action: 'portal-user.activated', subjectId: id, partnerId })
  return { kind: 'portal-user', user }
}

async function activateAdministrator(stores: Stores, link: LinkKey, passwordHash: string): Promise<Activated> {
  const { accountId, partnerId } = await activateWith(stores.administrators, link, passwordHash)
  const about = { subjectId: accountId, partnerId, accountId }
  await stores.audit.record({ actor: ACTOR, action: 'administrator.activated', ...about })
  return { kind: 'administrator', accountId }
}

/** @throws an error that names the link's state, if a concurrent call has used or replaced it */
async function activateWith<T>(users: Activations<T>, link: LinkKey, passwordHash: string): Promise<T> {
  const activated = await users.activate(link, passwordHash)
  if (!activated) throw createLinkError((await users.findActivationLink(link))?.state)
  return activated
}

function createLinkError(state: LinkState | undefined): DomainError {
  if (state === undefined) return new DomainError('activation-link-invalid')
  return new DomainError(state === 'expired' ? 'activation-link-expired' : 'activation-link-used')
}
