import { DomainError } from '../errors.ts'
import type { PartnerMode, PartnerStatus } from '../partners/partner.ts'
import type { Activations, LinkKey, StoredActivation } from '../activation-links/activation-token.ts'
import type { NormalizedEmail } from '../email.ts'
import type { PasswordOwner } from '../passwords/require-strong-password.ts'

/** An integration is a program that only requests tokens. */
export type PortalUserKind = 'person' | 'integration'

export const PORTAL_USER_STATUSES = ['invited', 'active', 'disabled'] as const

/** `invited` until the link is used. Disabled users keep their record and lose all access. */
export type PortalUserStatus = (typeof PORTAL_USER_STATUSES)[number]

export interface PortalUserCredentials extends Pick<PortalUser, 'id' | 'partnerId' | 'kind' | 'status'> {
  /** argon2id in PHC format, for integrations SHA-256; `null` until activation. */
  passwordHash: string | null
  /** Incremented to invalidate tokens: by activation, disabling, a new password or signing out elsewhere. */
  tokenGeneration: number
  /** Default: `live`. */
  partnerMode?: PartnerMode | undefined
}

/** Current rights, whenever the token was issued. */
export interface PortalUserAccess {
  userId: string
  partnerId: string
  userStatus: PortalUserStatus
  partnerStatus: PartnerStatus
  partnerMode?: PartnerMode | undefined
  permissions: readonly Permission[]
  /** Tokens of other generations are invalid. */
  tokenGeneration: number
  hasSecondFactor: boolean
  requiresSecondFactor: boolean
  /** Signed out, for as long as a copy of their cookie would be valid. */
  endedSessions: readonly string[]
}

export interface PortalUser {
  id: string
  partnerId: string
  kind: PortalUserKind
  email: string
  name: string
  status: PortalUserStatus
  permissions: readonly Permission[]
}

export type SecondFactorChange = 'added' | 'removed' | 'reset'

/** A mail to a portal user, which also contains the user's and the partner's name. */
export type UserNotice =
  | { kind: 'password-reset'; resetToken: string }
  | { kind: 'password-changed' }
  | { kind: 'second-factor-changed'; change: SecondFactorChange }
  /** The URL may contain a secret, so only its host is shown. `isGone`: it responded with 410. */
  | { kind: 'webhook-disabled'; host: string; isGone: boolean }

export interface TeamMember extends PortalUser {
  lastSignedInAt: Date | null
  hasSecondFactor: boolean
}

/**
 * Rejects permissions that the kind must not have.
 *
 * @throws `integration-manages-users`
 */
export function requireGrantable({ kind, permissions }: Pick<PortalUser, 'kind' | 'permissions'>): void {
  if (kind === 'integration' && permissions.includes('users:manage')) throw new DomainError('integration-manages-users')
}

/**
 * An erased user has no e-mail.
 *
 * @throws `portal-user-erased`
 */
export function requireUserNotErased({ email }: Pick<PortalUser, 'email'>): void {
  if (email === '') throw new DomainError('portal-user-erased')
}

export interface TokenSubject {
  userId: string
  partnerId: string
  /** When the password was verified. A later one invalidates the token. */
  tokenGeneration: number
  partnerMode?: PartnerMode | undefined
  /** Absent in tokens. */
  sessionId?: string | undefined
  /** The live manager's session that opened this test session, and ends it. */
  openedBy?: TokenSubject | undefined
}

export const tokenSubject = ({ userId, partnerId, tokenGeneration, partnerMode }: TokenSubject): TokenSubject => ({
  userId,
  partnerId,
  tokenGeneration,
  ...(partnerMode === 'test' && { partnerMode }),
})

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
   * Deletes a person without a sign-in or a valid link, so another partner can invite the e-mail.
   *
   * @returns whether it was deleted
   */
  deleteUnused(user: Pick<PortalUser, 'id' | 'partnerId' | 'email'>): Promise<boolean>

  findByEmail(email: NormalizedEmail): Promise<PortalUser | undefined>

  /**
   * Disabling and a new or removed password invalidate all tokens.
   *
   * @param condition checked atomically: a status that the user must not have, its token generation
   * @returns `undefined` when no user meets the condition
   */
  change(
    id: string,
    changes: PortalUserChanges,
    condition?: { unless?: PortalUserStatus; tokenGeneration?: number },
  ): Promise<PortalUser | undefined>

  list(partnerId: string, page: { limit: number; after?: string | undefined }): Promise<TeamMember[]>

  /**
   * Locks managers until the transaction ends, so two cannot leave concurrently.
   *
   * @returns the active ones' ids
   */
  lockManagers(partnerId: string): Promise<string[]>

  recordSignIn(user: Pick<PortalUser, 'id' | 'partnerId'>): Promise<void>

  endSessions(id: string): Promise<PortalUser | undefined>

  /** Replaces the previous link. */
  setResetLink(id: string, link: StoredActivation): Promise<void>

  /** `undefined` when used, replaced or expired. */
  findResetLink(link: LinkKey): Promise<PasswordOwner | undefined>

  /**
   * Also invalidates all tokens; `undefined` when the link was used, replaced or expired. Exactly one of concurrent
   * calls succeeds.
   */
  resetPassword(link: LinkKey, passwordHash: string): Promise<PortalUser | undefined>

  findCredentials(email: NormalizedEmail): Promise<PortalUserCredentials | undefined>

  findAccess(userId: string, partnerId: string): Promise<PortalUserAccess | undefined>
}

export const PERMISSIONS = ['accounts:read', 'accounts:create', 'users:manage', 'webhooks:manage'] as const
export type Permission = (typeof PERMISSIONS)[number]

export const DEFAULT_PERMISSIONS: readonly Permission[] = ['accounts:read', 'accounts:create']
