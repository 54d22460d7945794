import type { AccountOverview } from '../accounts/account-directory.ts'
import type { PortalUser } from '../portal-users/portal-user.ts'

/** Erases personal data in all tables, in a transaction. */
export interface PersonStore {
  /** @returns when it was erased */
  eraseAccount(account: Pick<AccountOverview, 'id' | 'partnerId' | 'administrator' | 'employer'>): Promise<Date>

  /** @returns `undefined` unless the user is disabled and was not erased before */
  erasePortalUser(user: Pick<PortalUser, 'id' | 'partnerId' | 'email' | 'name'>): Promise<Date | undefined>
}
