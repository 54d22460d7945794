import type { Actor } from '../audit/audit-trail.ts'
import type { Account, AccountWithCredentials, NewAccount } from './account.ts'
import type { AccountIdentifier } from './account-identifier.ts'

/** One page of a partner's accounts and how many there are in all. */
export interface AccountPage {
  items: Account[]
  total: number
}

/** Where accounts are kept. Every read is of one partner's accounts and sees no other's. */
export interface AccountStore {
  /**
   * Stores the account with all that belongs to it and its line in the audit trail, or nothing: in a transaction and
   * outside of one alike. Gives it the partner's next number and the present time, and redeems the partner's coupon if
   * it can be redeemed (`isRedeemable`).
   *
   * @throws DomainError `administrator-email-taken`
   */
  create(account: NewAccount, createdBy: Actor): Promise<void>

  /**
   * From the most recent to the oldest.
   *
   * @param page 1 is the first; past the end there are no items
   */
  page(partnerId: string, page: number, pageSize: number): Promise<AccountPage>

  /** By id, or by document: then the most recent account of an employer that has it. */
  find(partnerId: string, identifier: AccountIdentifier): Promise<AccountWithCredentials | undefined>
}
