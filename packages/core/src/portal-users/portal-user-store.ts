import type { Activations } from '../activation-links/activations.ts'
import type { StoredActivation } from '../activation-links/activation-token.ts'
import type { NormalizedEmail } from '../email.ts'
import type { Permission } from './permission.ts'
import type { PortalUser, PortalUserAccess, PortalUserCredentials, PortalUserStatus } from './portal-user.ts'

/** A portal user to add. */
export interface NewPortalUser extends PortalUser {
  passwordHash: string | null
  activation: StoredActivation | null
}

/** The changeable properties of a portal user. */
export type PortalUserChanges = Partial<Pick<NewPortalUser, 'name' | 'status' | 'passwordHash' | 'activation'>> & {
  permissions?: readonly Permission[]
}

/** Stores portal users. */
export interface PortalUserStore extends Activations<PortalUser> {
  /** @throws DomainError `portal-user-email-taken` */
  add(user: NewPortalUser): Promise<void>

  find(id: string): Promise<PortalUser | undefined>

  findByEmail(email: NormalizedEmail): Promise<PortalUser | undefined>

  /**
   * Changes a user. Changing or removing the password invalidates all tokens issued before.
   *
   * @param unless the status in which the user must not be changed. It is checked atomically with the change
   * @returns the changed user; `undefined` when there is none with the id, or it has the status `unless`
   */
  change(id: string, changes: PortalUserChanges, unless?: PortalUserStatus): Promise<PortalUser | undefined>

  findCredentials(email: NormalizedEmail): Promise<PortalUserCredentials | undefined>

  /** Returns the user's current permissions and state; `undefined` when there is no such user. */
  findAccess(userId: string): Promise<PortalUserAccess | undefined>
}
