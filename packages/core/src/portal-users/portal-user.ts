import type { PartnerStatus } from '../partners/partner.ts'
import type { Permission } from './permission.ts'

/** `invited` until the e-mailed link is followed; a disabled user keeps its record and loses all access. */
export type PortalUserStatus = 'invited' | 'active' | 'disabled'

/** What signing in needs to know of a portal user. */
export interface PortalUserCredentials {
  id: string
  partnerId: string
  status: PortalUserStatus
  /** argon2id in PHC format; null until the user chooses a password at activation. */
  passwordHash: string | null
  /** Grows whenever the user's tokens end: by activation, disabling or a new password. */
  tokenGeneration: number
}

/** What a portal user may do right now, whatever its token was issued for. */
export interface PortalUserAccess {
  userId: string
  partnerId: string
  userStatus: PortalUserStatus
  partnerStatus: PartnerStatus
  permissions: readonly Permission[]
  /** Tokens of any other generation have ended. */
  tokenGeneration: number
}

/** A portal user as operators see it. */
export interface PortalUser {
  id: string
  partnerId: string
  email: string
  name: string
  status: PortalUserStatus
  permissions: readonly Permission[]
}
