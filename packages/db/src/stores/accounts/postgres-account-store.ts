import {
  type AccountIdentifier,
  type AccountPage,
  type AccountStore,
  type AccountWithCredentials,
  type Actor,
  DomainError,
  type IdempotentCreation,
  type IdGenerator,
  type NewAccount,
} from '@partner-accounts/core'
import type { Statements } from '../../driver/statements.ts'
import { reachingStorage, violatesUnique } from '../../driver/storage-errors.ts'
import { toAccount, toAccountWithCredentials } from './account-row.ts'
import { type AccountRow, FIND, PAGE, type PageRow } from '../../sql/account-statements.ts'
import { insertAccount, insertAccountOnce } from './insert-account.ts'

/** Accounts in PostgreSQL: each operation is one statement, written by hand. */
export class PostgresAccountStore implements AccountStore {
  readonly #statements: Statements
  readonly #newId: IdGenerator

  constructor(statements: Statements, newId: IdGenerator) {
    this.#statements = statements
    this.#newId = newId
  }

  async create(account: NewAccount, createdBy: Actor, creation?: IdempotentCreation): Promise<Uint8Array | undefined> {
    const given = [this.#statements, account, createdBy, this.#newId()] as const
    try {
      if (creation) return await reachingStorage(() => insertAccountOnce(...given, creation))
      await reachingStorage(() => insertAccount(...given))
      return undefined
    } catch (error) {
      if (violatesUnique(error, 'administrators_email_key')) {
        throw new DomainError('administrator-email-taken', { cause: error })
      }
      throw error
    }
  }

  async page(partnerId: string, page: number, pageSize: number): Promise<AccountPage> {
    const rows = await reachingStorage(() => this.#statements.read(PAGE, [partnerId, page, pageSize]))
    return { items: rows.filter(hasAccount).map(toAccount), total: rows[0]?.total ?? 0 }
  }

  async find(partnerId: string, { kind, value }: AccountIdentifier): Promise<AccountWithCredentials | undefined> {
    const [row] = await reachingStorage(() => this.#statements.read(FIND[kind], [partnerId, value]))
    return row && toAccountWithCredentials(row)
  }
}

const hasAccount = (row: PageRow): row is PageRow & AccountRow => row.id !== null
