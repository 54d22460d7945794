import type { Actor } from '../audit/audit-trail.ts'
import type { NormalizedEmail } from '../email.ts'
import type { Account, AccountWithCredentials, NewAccount } from './account.ts'
import type { AccountIdentifier } from './account-identifier.ts'
import type { ExportCursor, ExportPart, SearchCriteria, SearchFilters, SearchPage } from './account-search.ts'
import type { IdempotentCreation } from './idempotency.ts'

/** One page of a partner's accounts, and the number of accounts on all pages. */
export interface AccountPage {
  items: Account[]
  total: number
}

/** The result of a creation. */
export type CreationOutcome =
  | { kind: 'created' }
  /** Nothing was stored: this is the response of an earlier creation with the same key and request. */
  | { kind: 'replayed'; sealedResponse: Uint8Array }

/** Stores accounts. Every read is limited to the accounts of one partner. */
export interface AccountStore {
  /**
   * Stores the account, everything that belongs to it and its audit entries atomically, within a transaction or without
   * one. Assigns the partner's next number and the current time. Redeems the partner's coupon, unless the coupon has
   * expired or reached its limit; the account is created in either case.
   *
   * @param creation the record of a creation with an idempotency key. It is stored with the account and replaces an
   *   expired record with the same lookup. If an unexpired record has the same lookup and fingerprint, its response is
   *   replayed and nothing is stored
   * @throws DomainError `administrator-email-taken`; `idempotency-key-reused` when the stored fingerprint differs;
   *   `idempotent-request-in-flight` while a creation with the same key is in progress
   */
  create(account: NewAccount, createdBy: Actor, creation?: IdempotentCreation): Promise<CreationOutcome>

  /**
   * Returns a page of the partner's accounts, from the most recent to the oldest.
   *
   * @param page 1 is the first; a page past the end has no items
   */
  page(partnerId: string, page: number, pageSize: number): Promise<AccountPage>

  /** Finds an account by its id, or the most recent account of an employer with the document. */
  find(partnerId: string, identifier: AccountIdentifier): Promise<AccountWithCredentials | undefined>

  /**
   * Searches the partner's accounts. Collects at most `LIMITS.search.window` accounts that pass the filters, the most
   * recent ones, unless few of them have the words of the query: then it searches all.
   *
   * @param partnerId `undefined` searches the accounts of all partners, for operators; the query must have a word then
   */
  search(partnerId: string | undefined, criteria: SearchCriteria): Promise<SearchPage>

  /** Returns the next part of all matching accounts of the partner. */
  export(partnerId: string, filters: SearchFilters, after: ExportCursor | undefined): Promise<ExportPart>

  /** Finds the partner's accounts that have one of the documents, or an administrator with one of the e-mails. */
  findExisting(partnerId: string, candidates: ExistingCandidates): Promise<ExistingAccount[]>
}

/** Documents and e-mails that may belong to existing accounts. */
export interface ExistingCandidates {
  cnpjs: readonly string[]
  cpfs: readonly string[]
  emails: readonly NormalizedEmail[]
}

/** An account that has one of the candidates. */
export interface ExistingAccount {
  id: string
  name: string
  cnpj: string | null
  cpf: string | null
  administratorEmail: string
}
