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
  /** The same key and request came before. Nothing was stored. */
  | { kind: 'replayed'; sealedResponse: Uint8Array }

/** Reads one partner's accounts, except where noted. */
export interface AccountStore {
  /**
   * Stores the account with its audit entries atomically. Assigns the partner's next number and the current time, and
   * redeems the partner's coupon unless it expired or reached its limit.
   *
   * @param creatorId a portal user's
   * @param creation its response is replayed, and nothing stored, if an unexpired record has the same lookup and
   * fingerprint
   * @throws `administrator-email-taken`; `idempotency-key-reused` when the fingerprint differs;
   * `idempotent-request-in-flight`
   */
  create(account: NewAccount, creatorId: string, creation?: IdempotentCreation): Promise<CreationOutcome>

  /** Newest first. Pages start at 1; a page past the end is empty. */
  page(partnerId: string, page: number, pageSize: number): Promise<AccountPage>

  /** Finds by id, or the most recent with the tax ID. */
  find(partnerId: string, identifier: AccountIdentifier): Promise<AccountWithCredentials | undefined>

  /**
   * Searches the `LIMITS.search.window` most recent accounts that pass the filters, or all if few match the query.
   *
   * @param partnerId `undefined`: all partners, for operators; the query must have a word
   */
  search(partnerId: string | undefined, criteria: SearchCriteria): Promise<SearchPage>

  /** Returns the next part of all matches. */
  export(partnerId: string, filters: SearchFilters, after: ExportCursor | undefined): Promise<ExportPart>

  /** By tax IDs and administrators' e-mails. */
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
