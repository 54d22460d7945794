import type { Actor } from '../audit/audit-trail.ts'
import type { Account, AccountWithCredentials, NewAccount } from './account.ts'
import type { AccountIdentifier } from './account-identifier.ts'
import type { IdempotentCreation } from './idempotency.ts'

/** One page of a partner's accounts and how many there are in all. */
export interface AccountPage {
  items: Account[]
  total: number
}

/** What a creation has done. */
export type CreationOutcome =
  | { kind: 'created' }
  /** Nothing was stored: this is the response of an earlier creation with the same key and request. */
  | { kind: 'replayed'; sealedResponse: Uint8Array }

/** Where accounts are kept. Every read is of one partner's accounts and sees no other's. */
export interface AccountStore {
  /**
   * Stores the account with all that belongs to it and its line in the audit trail, or nothing: in a transaction and
   * outside of one alike. Gives it the partner's next number and the current time, and redeems the partner's coupon
   * unless it is spent or has expired; such a coupon stops no creation.
   *
   * @param creation of a creation under a caller's key: stored with the account, in place of one that has expired. An
   *   unexpired one with the same lookup and fingerprint is replayed instead
   * @throws DomainError `administrator-email-taken`; `idempotency-key-reused` when the earlier one's fingerprint is
   *   another; `idempotent-request-in-flight` while the earlier one is in progress
   */
  create(account: NewAccount, createdBy: Actor, creation?: IdempotentCreation): Promise<CreationOutcome>

  /**
   * From the most recent to the oldest.
   *
   * @param page 1 is the first; past the end there are no items
   */
  page(partnerId: string, page: number, pageSize: number): Promise<AccountPage>

  /** By id, or by document: then the most recent account of an employer that has it. */
  find(partnerId: string, identifier: AccountIdentifier): Promise<AccountWithCredentials | undefined>
}
