import { DomainError } from '../errors.ts'
import type { Permission } from './permissions.ts'
import type { PartnerMode, PartnerStatus } from '../partners/partner.ts'

/** An integration is a program that only requests tokens. */
export type PortalUserKind = 'person' | 'integration'

export const PORTAL_USER_STATUSES = ['invited', 'active', 'disabled'] as const

/** `invited` until the link is used. Disabled users keep their record and lose all access. */
export type PortalUserStatus = (typeof PORTAL_USER_STATUSES)[number]

/** A user's rights now, not those when the token was issued. */
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
  /** Ids of ended sessions whose cookies have not expired. */
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

export type SecondFactorChange = 'added' | 'codes-reissued' | 'removed' | 'reset'

/** The content of a notice to a portal user. `MailContent` adds the names of the user and the partner. */
export type UserNotice =
  | { kind: 'password-reset'; resetToken: string }
  | { kind: 'password-changed' }
  | { kind: 'second-factor-changed'; change: SecondFactorChange }
  /** The URL may contain a secret, so only its host is shown. `isGone`: the endpoint responded with 410. */
  | { kind: 'webhook-disabled'; host: string; isGone: boolean }

export interface TeamMember extends PortalUser {
  createdAt: Date
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
 * Rejects an erased user. Erasure empties the e-mail.
 *
 * @throws `portal-user-erased`
 */
export function requireUserNotErased({ email }: Pick<PortalUser, 'email'>): void {
  if (email === '') throw new DomainError('portal-user-erased')
}

export interface TokenSubject {
  userId: string
  partnerId: string
  /** The user's generation when the password was verified. Incrementing it invalidates the token. */
  tokenGeneration: number
  partnerMode?: PartnerMode | undefined
  /** Present only in sessions. */
  sessionId?: string | undefined
  /** The live user's session that opened this test session. This session ends with it. */
  openedBy?: TokenSubject | undefined
}

/** Returns the subject of a token. Omits the properties of sessions, and omits the mode unless it is `test`. */
export const tokenSubject = ({ userId, partnerId, tokenGeneration, partnerMode }: TokenSubject): TokenSubject => ({
  userId,
  partnerId,
  tokenGeneration,
  ...(partnerMode === 'test' && { partnerMode }),
})
