import type { NewPortalUser } from '../portal-users/portal-user.ts'
import type { NewPartner } from './partner.ts'

/** Where partners are kept. */
export interface PartnerStore {
  /** Adds a partner together with its first portal users, or nothing. */
  add(partner: NewPartner, portalUsers: readonly NewPortalUser[]): Promise<void>

  /** Whether there is no partner at all, as in a new installation. */
  isEmpty(): Promise<boolean>
}
