import type { StoredCredentials } from './account-credentials.ts'
import type { AccountIdentifier } from './account-identifier.ts'
import type { AccountOverview } from './account-overview.ts'
import type { ExportCursor, ExportPart, SearchCriteria, SearchFilters, SearchPage } from './account-search.ts'
import type { Account, AccountWithCredentials, NewAccount } from './account.ts'
import type { Administrator } from './administrator.ts'
import type { Employer } from './employer.ts'
import type { IdempotentCreation } from './idempotency.ts'
import type { Address } from './unit.ts'
import type { NormalizedEmail } from '../identity/email.ts'
import type { PartnerMode } from '../partners/partner.ts'

export interface AccountPage {
  items: Account[]
  total: number
}

export type CreationOutcome =
  | { kind: 'created' }
  /** The same request with the same key was stored before, so nothing was stored now. */
  | { kind: 'replayed'; sealedResponse: Uint8Array }

/** The accounts of one partner, except where noted. */
export interface AccountStore {
  /**
   * Stores the account with its audit entries atomically. Assigns the partner's next number and the current time, and
   * redeems the partner's coupon unless it expired or reached its limit.
   *
   * @param creatorId id of a portal user
   * @param creation if an unexpired record has the same lookup and fingerprint, its response is replayed and nothing is
   * stored
   * @throws `administrator-email-taken`; `idempotency-key-reused` when the fingerprint differs;
   * `idempotent-request-in-flight`
   */
  create(account: NewAccount, creatorId: string, creation?: IdempotentCreation): Promise<CreationOutcome>

  /** Newest first. Pages start at 1; a page past the end is empty. */
  page(partnerId: string, page: number, pageSize: number): Promise<AccountPage>

  /** Finds the account with the id, or the most recent account with the tax ID. */
  find(partnerId: string, identifier: AccountIdentifier): Promise<AccountWithCredentials | undefined>

  /**
   * Searches the first `LIMITS.search.window` of the partner's accounts that pass the filters: the oldest for the order
   * `oldest`, otherwise the newest. If few of them match the query, searches all accounts of the partner.
   *
   * @param partnerId `undefined` searches all accounts of all partners, for operators. The query must then contain a word
   */
  search(partnerId: string | undefined, criteria: SearchCriteria): Promise<SearchPage>

  /** Returns the part of the matches that follows the account `after`, or the first part if `after` is `undefined`. */
  export(partnerId: string, filters: SearchFilters, after: ExportCursor | undefined): Promise<ExportPart>

  /** Finds accounts by administrators' e-mails, and the most recent one with each tax ID. */
  findExisting(partnerId: string, candidates: ExistingCandidates): Promise<ExistingAccount[]>
}

export interface ExistingCandidates {
  cnpjs: readonly string[]
  cpfs: readonly string[]
  emails: readonly NormalizedEmail[]
}

export interface ExistingAccount {
  id: string
  name: string
  cnpj: string | null
  cpf: string | null
  administratorEmail: string
}

export interface CorrectedAccount {
  employer: Employer
  administrator: Administrator
  address: Address
  /** Whether the administrator's activation link becomes invalid. */
  removesActivationLink: boolean
}

export interface AuthenticatedAccount {
  id: string
  partnerId: string
  mode: PartnerMode
}

/** The accounts of all partners, for operators and internal applications. */
export interface AccountDirectory {
  overview(id: string): Promise<AccountOverview | undefined>

  /** Locks employer and administrator until the transaction ends. */
  lock(id: string): Promise<AccountOverview | undefined>

  /**
   * Stores corrected values and updates the search terms. Must run in a transaction.
   *
   * @param account before the correction
   * @throws `administrator-email-taken`
   */
  correct(
    account: Pick<AccountOverview, 'id' | 'partnerId' | 'administrator'>,
    corrected: CorrectedAccount,
  ): Promise<void>

  /** @returns the partner's id */
  setCredentials(id: string, credentials: Partial<StoredCredentials>): Promise<string | undefined>

  /** @returns the partner's id */
  setActiveEmployees(id: string, count: number): Promise<string | undefined>

  findByApiToken(apiTokenHash: Uint8Array): Promise<AuthenticatedAccount | undefined>
}

declare module '../dependencies.ts' {
  interface Stores {
    accountDirectory: AccountDirectory
    accounts: AccountStore
  }
}
