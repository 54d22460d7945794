import type { Actor } from '../audit/actor.ts'
import type { Dependencies, Stores, Transact } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import type { Permission } from '../identity/permissions.ts'
import { type PortalUser, requireUserNotErased } from '../identity/portal-user.ts'
import { requirePermission } from '../identity/require-permission.ts'
import type { IdGenerator } from '../secrets/id-generator.ts'

export interface ManagerInput {
  userId: string
  partnerId: string
}

/** A manager in a transaction, during which other managers of the partner cannot change anything. */
export interface Manager {
  stores: Stores
  transact: Transact
  newId: IdGenerator
  user: PortalUser
  actor: Actor
  isLastManager: boolean
}

/**
 * Creates a use case of a partner's managers. Their changes run one after another, and each checks the caller's permission
 * again, so the last two managers cannot remove each other.
 *
 * @param permissions permissions of the caller, any of which suffices
 * @throws `unauthenticated` when the user no longer exists, `forbidden` without the permissions and for an inactive user
 * or partner
 */
export const asManager =
  <Input extends ManagerInput, Result>(
    work: (manager: Manager, input: Input) => Promise<Result>,
    permissions: readonly Permission[] = ['users:manage'],
  ) =>
  ({ transact, newId }: Pick<Dependencies, 'transact' | 'newId'>, input: Input): Promise<Result> => {
    const { userId, partnerId } = input
    const workAsManager = async (stores: Stores): Promise<Result> => {
      const managers = await stores.portalUsers.lockManagers(partnerId)
      const access = await stores.portalUsers.findAccess(userId, partnerId)
      const user = await stores.portalUsers.find(userId, partnerId)
      if (!access || !user) throw new DomainError('unauthenticated')
      requirePermission(access, ...permissions)
      const isLastManager = managers.every((id) => id === userId)
      const actor = { kind: 'portal-user', id: userId } as const
      return work({ stores, transact: (part) => part(stores), newId, user, actor, isLastManager }, input)
    }
    return transact(workAsManager, { queue: partnerId })
  }

/** @throws `portal-user-not-found`, also for users of other partners; `portal-user-erased` */
export async function findMember({ stores, user }: Manager, id: string): Promise<PortalUser> {
  const member = required(await stores.portalUsers.find(id, user.partnerId), 'portal-user-not-found')
  requireUserNotErased(member)
  return member
}

/**
 * Requires that the manager has all permissions that are granted.
 *
 * @throws `forbidden`
 */
export function requireOwnPermissions({ user }: Manager, granted: readonly Permission[]): void {
  if (!granted.every((permission) => user.permissions.includes(permission))) throw new DomainError('forbidden')
}
