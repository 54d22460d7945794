import { DomainError } from '../errors.ts'
import type { PartnerStatus } from '../partners/partner.ts'
import type { Permission } from './permission.ts'

/** A person signs in to the portal and requests tokens. An integration, which is a program, only requests tokens. */
export type PortalUserKind = 'person' | 'integration'

/** Ends the e-mails of integrations. The top-level domain never exists (RFC 6761), so mail reaches nobody. */
export const INTEGRATION_DOMAIN = '@integrations.invalid'

export const PORTAL_USER_STATUSES = ['invited', 'active', 'disabled'] as const

/** `invited` until the e-mailed link is used. A disabled user keeps its record and loses all access. */
export type PortalUserStatus = (typeof PORTAL_USER_STATUSES)[number]

/** The data of a portal user that signing in requires. */
export interface PortalUserCredentials {
  id: string
  partnerId: string
  kind: PortalUserKind
  status: PortalUserStatus
  /** argon2id in PHC format, of integrations SHA-256; `null` until the user chooses a password at activation. */
  passwordHash: string | null
  /** Increases whenever the user's tokens become invalid: by activation, disabling, a new password or signing out everywhere. */
  tokenGeneration: number
}

/** The current permissions and state of a portal user, regardless of when its token was issued. */
export interface PortalUserAccess {
  userId: string
  partnerId: string
  userStatus: PortalUserStatus
  partnerStatus: PartnerStatus
  permissions: readonly Permission[]
  /** Tokens of any other generation are invalid. */
  tokenGeneration: number
  /** The ids of sessions that ended by signing out, for as long as a copy of their cookie would be valid. */
  endedSessions: readonly string[]
}

/** A portal user as shown to operators. */
export interface PortalUser {
  id: string
  partnerId: string
  kind: PortalUserKind
  email: string
  name: string
  status: PortalUserStatus
  permissions: readonly Permission[]
}

/** A portal user as shown to the managers of its partner. */
export interface TeamMember extends PortalUser {
  /** `null` before the first sign-in. */
  lastSignedInAt: Date | null
}

/**
 * Requires that a portal user may have its permissions: integrations cannot manage users.
 *
 * @throws DomainError `integration-manages-users`
 */
export function requireGrantable({ kind, permissions }: Pick<PortalUser, 'kind' | 'permissions'>): void {
  if (kind === 'integration' && permissions.includes('users:manage')) throw new DomainError('integration-manages-users')
}
