import type {
  AccountIdentifier,
  AccountPage,
  AccountStore,
  AccountWithCredentials,
  Actor,
  CreationOutcome,
  ExistingAccount,
  ExistingCandidates,
  ExportCursor,
  ExportPart,
  IdempotentCreation,
  IdGenerator,
  NewAccount,
  SealingKeys,
  SearchCriteria,
  SearchFilters,
  SearchPage,
} from '@partner-accounts/core'
import type { KeyedSemaphore } from '../../driver/keyed-semaphore.ts'
import type { Statements } from '../../driver/statements.ts'
import { FIND, PAGE } from '../../sql/account-statements.ts'
import { toAccount, toAccountWithCredentials } from './account-row.ts'
import { accountValues } from './account-values.ts'
import { insertAccount, insertAccountOnce } from './insert-account.ts'
import { EXISTING, WITH_EMAILS } from '../../sql/search-statements.ts'
import { exportAccounts, searchAccounts } from './search-accounts.ts'

/** Stores accounts in PostgreSQL: each operation is one statement written by hand. */
export class PostgresAccountStore implements AccountStore {
  readonly #statements: Statements
  readonly #newId: IdGenerator
  readonly #sealingKeys: SealingKeys
  readonly #creationSlots: KeyedSemaphore | undefined

  /** @param creationSlots limits concurrent creations of a partner, which would only wait for each other's row locks */
  constructor(statements: Statements, newId: IdGenerator, sealingKeys: SealingKeys, creationSlots?: KeyedSemaphore) {
    this.#statements = statements
    this.#newId = newId
    this.#sealingKeys = sealingKeys
    this.#creationSlots = creationSlots
  }

  async create(account: NewAccount, createdBy: Actor, creation?: IdempotentCreation): Promise<CreationOutcome> {
    const values = accountValues(account, createdBy, this.#newId, this.#sealingKeys)
    const insert = (startBy?: number) =>
      creation
        ? insertAccountOnce(this.#statements, values, creation, startBy)
        : insertAccount(this.#statements, values, startBy)
    return this.#creationSlots ? this.#creationSlots.run(account.partnerId, insert) : insert()
  }

  async page(partnerId: string, page: number, pageSize: number): Promise<AccountPage> {
    const [row] = await this.#statements.run(PAGE, { partnerId, page, pageSize })
    return row ? { items: row.accounts.map(toAccount), total: row.total } : { items: [], total: 0 }
  }

  async find(partnerId: string, { kind, value }: AccountIdentifier): Promise<AccountWithCredentials | undefined> {
    const [row] = await this.#statements.run(FIND[kind], { partnerId, value })
    return row && toAccountWithCredentials(row)
  }

  search(partnerId: string | undefined, criteria: SearchCriteria): Promise<SearchPage> {
    return searchAccounts(this.#statements, partnerId, criteria)
  }

  export(partnerId: string, filters: SearchFilters, after: ExportCursor | undefined): Promise<ExportPart> {
    return exportAccounts(this.#statements, partnerId, filters, after)
  }

  async findExisting(partnerId: string, candidates: ExistingCandidates): Promise<ExistingAccount[]> {
    const { cnpjs, cpfs, emails } = candidates
    const withEmails = emails.length === 0 ? [] : await this.#statements.run(WITH_EMAILS, { partnerId, emails })
    const accountIds = withEmails.map((row) => row.account_id)
    const rows = await this.#statements.run(EXISTING, { partnerId, cnpjs, cpfs, accountIds })
    return rows.map(({ email, ...account }) => ({ ...account, administratorEmail: email }))
  }
}
