import type { Activations } from '../activation-links/activations.ts'
import type { StoredActivation } from '../activation-links/activation-token.ts'
import type { Administrator } from './administrator.ts'

/** An administrator with its account and partner. */
export interface AdministratorOfAccount extends Administrator {
  accountId: string
  partnerId: string
  /** The account's name, which mails mention. */
  accountName: string
}

/** Stores the administrators of existing accounts. */
export interface AdministratorStore extends Activations<AdministratorOfAccount> {
  /**
   * Stores the activation link of the administrator, in place of an earlier one.
   *
   * @returns the administrator; `undefined` when there is no such account, or its administrator is active
   */
  invite(accountId: string, activation: StoredActivation): Promise<AdministratorOfAccount | undefined>
}
