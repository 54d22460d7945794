import type { Activations } from '../activation-links/activations.ts'
import type { StoredActivation } from '../activation-links/activation-token.ts'
import type { Administrator } from './administrator.ts'

export interface AdministratorOfAccount extends Administrator {
  accountId: string
  partnerId: string
  accountName: string
}

export interface AdministratorStore extends Activations<AdministratorOfAccount> {
  /**
   * Replaces the previous link.
   *
   * @returns `undefined` without such an account, or when its administrator is active
   */
  invite(accountId: string, activation: StoredActivation): Promise<AdministratorOfAccount | undefined>
}
