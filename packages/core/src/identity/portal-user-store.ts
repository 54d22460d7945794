import type { Activations, LinkKey, StoredActivation } from './activation-link.ts'
import type { NormalizedEmail } from './email.ts'
import type { Permission } from './permissions.ts'
import type { PortalUser, PortalUserAccess, PortalUserKind, PortalUserStatus, TeamMember } from './portal-user.ts'
import type { PasswordOwner } from './require-strong-password.ts'
import type { PartnerMode } from '../partners/partner.ts'

export interface PortalUserCredentials extends Pick<PortalUser, 'id' | 'partnerId' | 'kind' | 'status'> {
  /** argon2id in PHC format, or SHA-256 for integrations. `null` until activation, and after the password was removed. */
  passwordHash: string | null
  /** Present if the password of an integration was replaced less than a day ago. */
  previousPasswordHash?: string | null
  /** Incremented to invalidate tokens: by activation, disabling, a new password or signing out elsewhere. */
  tokenGeneration: number
  /** Default: `live`. */
  partnerMode?: PartnerMode | undefined
}

export interface NewPortalUser extends PortalUser {
  passwordHash: string | null
  activation: StoredActivation | null
}

export type PortalUserChanges = Partial<Pick<NewPortalUser, 'name' | 'status' | 'passwordHash' | 'activation'>> & {
  permissions?: readonly Permission[]
}

export interface PortalUserStore extends Activations<PortalUser> {
  /** @throws `portal-user-email-taken` */
  add(user: NewPortalUser): Promise<void>

  /** @param partnerId limits the search */
  find(id: string, partnerId?: string): Promise<PortalUser | undefined>

  /** Includes disabled users. */
  count(partnerId: string, kind: PortalUserKind): Promise<number>

  /**
   * Deletes a person that has never signed in and has no valid link, so another partner can invite the e-mail.
   *
   * @returns whether it was deleted
   */
  deleteUnused(user: Pick<PortalUser, 'id' | 'partnerId' | 'email'>): Promise<boolean>

  findByEmail(email: NormalizedEmail): Promise<PortalUser | undefined>

  /**
   * Invalidates all tokens if the changes disable the user, or set or remove the password.
   *
   * @param condition checked atomically. `unless`: a status that the user must not have. `tokenGeneration`: the
   * generation that the user must have
   * @returns `undefined` when no user meets the condition
   */
  change(
    id: string,
    changes: PortalUserChanges,
    condition?: { unless?: PortalUserStatus; tokenGeneration?: number },
  ): Promise<PortalUser | undefined>

  /**
   * Replaces an integration's password, and enables the integration.
   *
   * @param options `keepsPrevious`: if the integration is active, its previous password stays valid for a day, and its
   * tokens stay valid. Otherwise the previous password and the tokens become invalid
   * @returns `undefined` when there is no such user
   */
  replacePassword(
    id: string,
    passwordHash: string,
    options: { keepsPrevious: boolean },
  ): Promise<PortalUser | undefined>

  list(partnerId: string, page: { limit: number; after?: string | undefined }): Promise<TeamMember[]>

  /**
   * Locks a partner's managers until the transaction ends, so the last two cannot leave concurrently.
   *
   * @returns ids of the active managers
   */
  lockManagers(partnerId: string): Promise<string[]>

  recordSignIn(user: Pick<PortalUser, 'id' | 'partnerId'>): Promise<void>

  endSessions(id: string): Promise<PortalUser | undefined>

  /** Stores the link of a password reset, which replaces the previous one. */
  setResetLink(id: string, link: StoredActivation): Promise<void>

  /** @returns `undefined` if the link was used, replaced or has expired */
  findResetLink(link: LinkKey): Promise<PasswordOwner | undefined>

  /**
   * Sets the password and invalidates all tokens. Exactly one of concurrent calls succeeds.
   *
   * @returns `undefined` if the link was used, replaced or has expired
   */
  resetPassword(link: LinkKey, passwordHash: string): Promise<PortalUser | undefined>

  findCredentials(email: NormalizedEmail): Promise<PortalUserCredentials | undefined>

  findAccess(userId: string, partnerId: string): Promise<PortalUserAccess | undefined>
}

declare module '../dependencies.ts' {
  interface Stores {
    portalUsers: PortalUserStore
  }
}
