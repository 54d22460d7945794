import type { NormalizedEmail } from '../email.ts'
import type { Account, AccountWithCredentials, NewAccount } from './account.ts'
import type { AccountIdentifier } from './account-identifier.ts'
import type { ExportCursor, ExportPart, SearchCriteria, SearchFilters, SearchPage } from './account-search.ts'
import type { IdempotentCreation } from './idempotency.ts'

export interface AccountPage {
  items: Account[]
  total: number
}

export type CreationOutcome =
  | { kind: 'created' }
  /** An earlier creation had the same key and request. Nothing was stored. */
  | { kind: 'replayed'; sealedResponse: Uint8Array }

/** Reads only one partner's accounts, except where noted. */
export interface AccountStore {
  /**
   * Stores the account with its audit entries atomically, inside or outside a transaction. Assigns the partner's next
   * number and the current time, and redeems the partner's coupon unless it has expired or reached its limit.
   *
   * @param creatorId a portal user's
   * @param creation its response is replayed, and nothing stored, if an unexpired record has the same lookup and
   * fingerprint
   * @throws `administrator-email-taken`; `idempotency-key-reused` when the fingerprint differs;
   * `idempotent-request-in-flight`
   */
  create(account: NewAccount, creatorId: string, creation?: IdempotentCreation): Promise<CreationOutcome>

  /** Returns a page, newest first. Pages start at 1; a page past the end is empty. */
  page(partnerId: string, page: number, pageSize: number): Promise<AccountPage>

  /** Finds an account by id, or the most recent one with the tax ID. */
  find(partnerId: string, identifier: AccountIdentifier): Promise<AccountWithCredentials | undefined>

  /**
   * Searches the `LIMITS.search.window` most recent accounts that pass the filters, and all of them if few match the
   * query.
   *
   * @param partnerId `undefined` searches all partners, for operators; the query must then have a word
   */
  search(partnerId: string | undefined, criteria: SearchCriteria): Promise<SearchPage>

  /** Returns the next part of all matching accounts. */
  export(partnerId: string, filters: SearchFilters, after: ExportCursor | undefined): Promise<ExportPart>

  /** Finds accounts by tax IDs and administrators' e-mails. */
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
