import { activatableOf, hashActivationToken } from '../activation-links/activation-token.ts'
import type { ActivationOutcome, LinkState } from '../activation-links/activations.ts'
import type { AdministratorOfAccount } from '../administrators/administrator-store.ts'
import type { Dependencies } from '../dependencies.ts'
import { DomainError, type DomainErrorKind } from '../errors.ts'
import { requireStrongPassword } from '../passwords/require-strong-password.ts'
import type { PortalUser } from '../portal-users/portal-user.ts'
import type { Stores } from '../unit-of-work.ts'

/** The token of an e-mailed link and the password that its recipient chose. */
export interface ActivateInput {
  token: string
  password: string
}

/** The activated person: a portal user signs in to this service, an administrator to the product. */
export type Activated = { kind: 'portal-user'; user: PortalUser } | { kind: 'administrator'; accountId: string }

const ACTOR = { kind: 'activation-link' } as const

/**
 * Uses an activation link: sets the password that its recipient chose. A link can be used once.
 *
 * @throws DomainError `activation-link-invalid`, `activation-link-used`, `activation-link-expired`,
 *   `password-too-common`, `overloaded`
 */
export async function activate(
  { stores, transact, passwords }: Pick<Dependencies, 'stores' | 'transact' | 'passwords'>,
  { token, password }: ActivateInput,
): Promise<Activated> {
  // Hashing is slow, so it is done for usable links only, and before the transaction takes a connection.
  const { who, tokenHash, link } = await findUsableLink(stores, token)
  requireStrongPassword(password, link)
  const passwordHash = await passwords.hash(password)

  return transact((within) =>
    who === 'portal-user'
      ? activatePortalUser(within, tokenHash, passwordHash)
      : activateAdministrator(within, tokenHash, passwordHash),
  )
}

/**
 * Checks an activation link without using it.
 *
 * @throws DomainError `activation-link-invalid`, `activation-link-used`, `activation-link-expired`
 */
export async function checkActivationLink(
  { stores }: Pick<Dependencies, 'stores'>,
  { token }: Pick<ActivateInput, 'token'>,
): Promise<void> {
  await findUsableLink(stores, token)
}

async function findUsableLink(stores: Stores, token: string) {
  const who = activatableOf(token)
  if (!who) throw new DomainError('activation-link-invalid')
  const tokenHash = hashActivationToken(token)
  const link = await (who === 'portal-user' ? stores.portalUsers : stores.administrators).findLink(tokenHash)
  if (link?.state !== 'usable') throw unusable(link?.state)
  return { who, tokenHash, link }
}

async function activatePortalUser(
  { portalUsers, audit }: Stores,
  tokenHash: Uint8Array,
  passwordHash: string,
): Promise<Activated> {
  const user = requireActivated<PortalUser>(await portalUsers.activate(tokenHash, passwordHash))
  const { id, partnerId } = user
  await audit.record({ actor: ACTOR, action: 'portal-user.activated', subjectId: id, partnerId, accountId: null })
  return { kind: 'portal-user', user }
}

async function activateAdministrator(
  { administrators, audit }: Stores,
  tokenHash: Uint8Array,
  passwordHash: string,
): Promise<Activated> {
  const { accountId, partnerId } = requireActivated<AdministratorOfAccount>(
    await administrators.activate(tokenHash, passwordHash),
  )
  await audit.record({ actor: ACTOR, action: 'administrator.activated', subjectId: accountId, partnerId, accountId })
  return { kind: 'administrator', accountId }
}

function requireActivated<T>(outcome: ActivationOutcome<T>): T {
  if (outcome?.kind !== 'activated') throw unusable(outcome?.kind)
  return outcome.who
}

const UNUSABLE = {
  used: 'activation-link-used',
  expired: 'activation-link-expired',
} satisfies Partial<Record<LinkState, DomainErrorKind>>

const unusable = (state: keyof typeof UNUSABLE | undefined) =>
  new DomainError(state ? UNUSABLE[state] : 'activation-link-invalid')
