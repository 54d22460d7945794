import type { Dependencies } from '../dependencies.ts'
import { normalizeEmail } from '../email.ts'
import type { ExportCursor, ExportPart, SearchCriteria, SearchFilters, SearchPage } from './account-search.ts'
import type { ExistingAccount } from './account-store.ts'

/** A search among the accounts of a partner. */
export interface SearchAccountsInput extends SearchCriteria {
  partnerId: string
}

/** Returns a page of the partner's accounts that match. */
export const searchAccounts = (
  { stores: { accounts } }: Pick<Dependencies, 'stores'>,
  { partnerId, ...criteria }: SearchAccountsInput,
): Promise<SearchPage> => accounts.search(partnerId, criteria)

/** The next part of an export. */
export interface ExportAccountsInput extends SearchFilters {
  partnerId: string
  /** `next` of the part before; `undefined` for the first. */
  after: ExportCursor | undefined
}

/** Returns the next part of all accounts of the partner that match. */
export const exportAccounts = (
  { stores: { accounts } }: Pick<Dependencies, 'stores'>,
  { partnerId, after, ...filters }: ExportAccountsInput,
): Promise<ExportPart> => accounts.export(partnerId, filters, after)

export interface FindExistingAccountsInput {
  partnerId: string
  cnpjs: readonly string[]
  cpfs: readonly string[]
  emails: readonly string[]
}

/**
 * Returns the partner's accounts that have one of the documents or e-mails. An e-mail that only another partner has
 * registered is not reported.
 */
export const findExistingAccounts = (
  { stores: { accounts } }: Pick<Dependencies, 'stores'>,
  { partnerId, cnpjs, cpfs, emails }: FindExistingAccountsInput,
): Promise<ExistingAccount[]> =>
  accounts.findExisting(partnerId, {
    cnpjs: cnpjs.map((cnpj) => cnpj.toUpperCase()),
    cpfs,
    emails: emails.map(normalizeEmail).filter((email) => email !== undefined),
  })
