import type { PortalUserAccess, PortalUserCredentials } from './portal-user.ts'

/** Where portal users are kept. */
export interface PortalUserStore {
  /** @param email compared without regard to case */
  findCredentials(email: string): Promise<PortalUserCredentials | undefined>

  /** The user's present rights, or undefined when there is no such user. */
  findAccess(userId: string): Promise<PortalUserAccess | undefined>
}
