import type { AdministratorOfAccount } from './administrator.ts'
import type { Activations, StoredActivation } from '../identity/activation-link.ts'

export interface AdministratorStore extends Activations<AdministratorOfAccount> {
  /**
   * Stores the link of an invitation, which replaces the previous one.
   *
   * @returns `undefined` without such an account, or when its administrator is active
   */
  invite(accountId: string, activation: StoredActivation): Promise<AdministratorOfAccount | undefined>
}

declare module '../dependencies.ts' {
  interface Stores {
    administrators: AdministratorStore
  }
}
