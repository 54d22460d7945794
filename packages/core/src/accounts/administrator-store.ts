import type { AdministratorOfAccount } from './administrator.ts'
import type { Activations, StoredActivation } from '../identity/activation-link.ts'

export interface AdministratorStore extends Activations<AdministratorOfAccount> {
  /**
   * Stores the link of an invitation, which replaces the previous one.
   *
   * @returns `undefined` if the account does not exist or its administrator is active
   */
  invite(accountId: string, activation: StoredActivation): Promise<AdministratorOfAccount | undefined>
}

declare module '../dependencies.ts' {
  interface Stores {
    administrators: AdministratorStore
  }
}
