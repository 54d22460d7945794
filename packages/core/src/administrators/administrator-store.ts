import type { Activations } from '../activation-links/activations.ts'
import type { StoredActivation } from '../activation-links/activation-token.ts'
import type { Administrator } from './administrator.ts'

/** An administrator and whose it is. */
export interface AdministratorOfAccount extends Administrator {
  accountId: string
  partnerId: string
  /** The account's name, which mails mention. */
  accountName: string
}

/** Where administrators are kept, once their account is there. */
export interface AdministratorStore extends Activations<AdministratorOfAccount> {
  /**
   * Notes the link that the administrator is about to get.
   *
   * @returns the administrator; undefined when there is no such account
   */
  invite(accountId: string, activation: StoredActivation): Promise<AdministratorOfAccount | undefined>
}
