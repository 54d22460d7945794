import type { AdministratorOfAccount } from '../administrators/administrator-store.ts'
import { DomainError } from '../errors.ts'
import type { PortalUser } from '../portal-users/portal-user.ts'
import type { PasswordHasher } from '../tokens/password-hasher.ts'
import type { Stores, Transact } from '../unit-of-work.ts'
import { activatableOf, hashActivationToken } from './activation-token.ts'
import type { ActivationOutcome } from './activations.ts'

/** What comes with the e-mailed link. */
export interface ActivateRequest {
  token: string
  password: string
}

/** Who can sign in from now on: a portal user here, an administrator at the product. */
export type Activated = { kind: 'portal-user'; user: PortalUser } | { kind: 'administrator'; accountId: string }

/**
 * Follows an activation link, and sets the password that its owner chose. A link is good once.
 *
 * @throws DomainError `activation-link-invalid`, `activation-link-used`, `activation-link-expired`, `overloaded`
 */
export async function activate(
  { transact, passwords }: { transact: Transact; passwords: PasswordHasher },
  { token, password }: ActivateRequest,
): Promise<Activated> {
  const who = activatableOf(token)
  if (!who) throw new DomainError('activation-link-invalid')
  const tokenHash = hashActivationToken(token)
  // Hashed before the transaction: it takes long, and a transaction holds a connection.
  const passwordHash = await passwords.hash(password)
  return transact((stores) =>
    who === 'portal-user'
      ? activatePortalUser(stores, tokenHash, passwordHash)
      : activateAdministrator(stores, tokenHash, passwordHash),
  )
}

async function activatePortalUser(
  { portalUsers, audit }: Stores,
  tokenHash: Uint8Array,
  passwordHash: string,
): Promise<Activated> {
  const user = whoActivated<PortalUser>(await portalUsers.activate(tokenHash, passwordHash))
  const { id, partnerId } = user
  const actor = { kind: 'activation-link' } as const
  await audit.record({ actor, action: 'portal-user.activated', subjectId: id, partnerId, accountId: null })
  return { kind: 'portal-user', user }
}

async function activateAdministrator(
  { administrators, audit }: Stores,
  tokenHash: Uint8Array,
  passwordHash: string,
): Promise<Activated> {
  const { accountId, partnerId } = whoActivated<AdministratorOfAccount>(
    await administrators.activate(tokenHash, passwordHash),
  )
  const actor = { kind: 'activation-link' } as const
  await audit.record({ actor, action: 'administrator.activated', subjectId: accountId, partnerId, accountId })
  return { kind: 'administrator', accountId }
}

function whoActivated<T>(outcome: ActivationOutcome<T>): T {
  if (!outcome) throw new DomainError('activation-link-invalid')
  if (outcome.kind === 'used') throw new DomainError('activation-link-used')
  if (outcome.kind === 'expired') throw new DomainError('activation-link-expired')
  return outcome.who
}
