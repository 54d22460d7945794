import type { AccountOverview } from '../accounts/account-overview.ts'
import type { PortalUser } from '../identity/portal-user.ts'

/** Erases personal data in all tables, in a transaction. */
export interface PersonStore {
  /**
   * @returns the time of the erasure
   * @throws `mail-key-removed` if an unsent notice cannot be unsealed to check whether it names the account
   */
  eraseAccount(account: Pick<AccountOverview, 'id' | 'partnerId' | 'administrator' | 'employer'>): Promise<Date>

  /**
   * @returns `undefined` if the user is not disabled, or was erased before
   * @throws `mail-key-removed` if an unsent invitation cannot be unsealed to check whether it names the user
   */
  erasePortalUser(user: Pick<PortalUser, 'id' | 'partnerId' | 'email' | 'name'>): Promise<Date | undefined>
}

declare module '../dependencies.ts' {
  interface Stores {
    people: PersonStore
  }
}
