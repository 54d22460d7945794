import type { Activations } from '../activation-links/activations.ts'
import type { StoredActivation } from '../activation-links/activation-token.ts'
import type { NormalizedEmail } from '../email.ts'
import type { Permission } from './permission.ts'
import type { PortalUser, PortalUserAccess, PortalUserCredentials, PortalUserStatus } from './portal-user.ts'

/** A portal user as it is added. */
export interface NewPortalUser extends PortalUser {
  passwordHash: string | null
  activation: StoredActivation | null
}

/** What can be changed of a portal user. */
export type PortalUserChanges = Partial<Pick<NewPortalUser, 'name' | 'status' | 'passwordHash' | 'activation'>> & {
  permissions?: readonly Permission[]
}

/** Where portal users are kept. */
export interface PortalUserStore extends Activations<PortalUser> {
  /** @throws DomainError `portal-user-email-taken` */
  add(user: NewPortalUser): Promise<void>

  find(id: string): Promise<PortalUser | undefined>

  findByEmail(email: NormalizedEmail): Promise<PortalUser | undefined>

  /**
   * Changes a user. A change of the password, to none too, ends every token issued before.
   *
   * @param unless a status in which the user is left as it is, also when it has only just got it
   * @returns the user as it is now; undefined when there is none with that id (and another status)
   */
  change(id: string, changes: PortalUserChanges, unless?: PortalUserStatus): Promise<PortalUser | undefined>

  findCredentials(email: NormalizedEmail): Promise<PortalUserCredentials | undefined>

  /** The user's present rights, or undefined when there is no such user. */
  findAccess(userId: string): Promise<PortalUserAccess | undefined>
}
