import type { Activations } from '../activation-links/activations.ts'
import type { LinkKey, StoredActivation } from '../activation-links/activation-token.ts'
import type { NormalizedEmail } from '../email.ts'
import type { Permission } from './permission.ts'
import type { PasswordOwner } from '../passwords/require-strong-password.ts'
import type {
  PortalUser,
  PortalUserAccess,
  PortalUserCredentials,
  PortalUserKind,
  PortalUserStatus,
  TeamMember,
} from './portal-user.ts'

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

  /** @param partnerId finds only a user of the partner */
  find(id: string, partnerId?: string): Promise<PortalUser | undefined>

  /** Returns the number of users of a partner, disabled ones included. */
  count(partnerId: string, kind: PortalUserKind): Promise<number>

  /**
   * Deletes a person who has never signed in and has no valid link, so that another partner can invite the e-mail.
   *
   * @returns whether the person was deleted
   */
  deleteUnused(user: Pick<PortalUser, 'id' | 'partnerId' | 'email'>): Promise<boolean>

  findByEmail(email: NormalizedEmail): Promise<PortalUser | undefined>

  /**
   * Changes a user. Changing or removing the password invalidates all tokens issued before.
   *
   * @param condition checked atomically with the change: a status that the user must not have, its token generation
   * @returns the changed user; `undefined` when there is none with the id, or it does not meet the condition
   */
  change(
    id: string,
    changes: PortalUserChanges,
    condition?: { unless?: PortalUserStatus; tokenGeneration?: number },
  ): Promise<PortalUser | undefined>

  /** Lists the users of a partner in the order of their ids. `after`: those with a greater id. */
  list(partnerId: string, page: { limit: number; after?: string | undefined }): Promise<TeamMember[]>

  /**
   * Locks the managers of a partner until the end of the transaction, so that changes by managers happen one after the
   * other: two managers cannot disable each other.
   */
  lockManagers(partnerId: string): Promise<void>

  /** Stores when the user signed in. */
  recordSignIn(user: Pick<PortalUser, 'id' | 'partnerId'>): Promise<void>

  /** Ends all sessions and tokens of a user. @returns `undefined` when there is none with the id */
  endSessions(id: string): Promise<PortalUser | undefined>

  /**
   * Ends a session of a user.
   *
   * @param forSeconds for how long a copy of its cookie would be valid
   * @returns how many sessions ended within their time
   */
  endSession(user: Pick<PortalUser, 'id' | 'partnerId'>, sessionId: string, forSeconds: number): Promise<number>

  /** Stores a link for a forgotten password, in place of an earlier one. */
  setResetLink(id: string, link: StoredActivation): Promise<void>

  /** Returns the user of a link for a forgotten password; `undefined` when it was used, replaced or has expired. */
  findResetLink(link: LinkKey): Promise<PasswordOwner | undefined>

  /**
   * Uses a link for a forgotten password, which invalidates all tokens issued before. Of several concurrent uses, exactly
   * one succeeds.
   *
   * @returns `undefined` when the link was used, replaced or has expired
   */
  resetPassword(link: LinkKey, passwordHash: string): Promise<PortalUser | undefined>

  findCredentials(email: NormalizedEmail): Promise<PortalUserCredentials | undefined>

  /** Returns the user's current permissions and state; `undefined` when the partner has no such user. */
  findAccess(userId: string, partnerId: string): Promise<PortalUserAccess | undefined>
}
