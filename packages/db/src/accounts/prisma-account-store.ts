import {
  type AccountIdentifier,
  type AccountPage,
  type AccountStore,
  type AccountWithCredentials,
  DomainError,
  type NewAccount,
} from '@partner-accounts/core'
import type { Client } from '../client.ts'
import { reachingStorage, violatesUnique } from '../storage-errors.ts'
import { accountColumns, credentialColumns, toAccount, toAccountWithCredentials } from './account-row.ts'
import { insertAccount } from './insert-account.ts'

/** Accounts in PostgreSQL. */
export class PrismaAccountStore implements AccountStore {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /** Within a transaction only: it takes several statements. */
  async create(account: NewAccount): Promise<void> {
    try {
      await reachingStorage(() => insertAccount(this.#client, account))
    } catch (error) {
      if (violatesUnique(error, 'administrators_email_key')) {
        throw new DomainError('administrator-email-taken', { cause: error })
      }
      throw error
    }
  }

  async page(partnerId: string, page: number, pageSize: number): Promise<AccountPage> {
    const total = await this.#count(partnerId)
    // Numbers are dense, so a page is a range of them: as cheap at the end of a long list as at its start.
    const newest = total - (page - 1) * pageSize
    if (newest < 1) return { items: [], total }
    const rows = await reachingStorage(() =>
      this.#client.account.findMany({
        relationLoadStrategy: 'join',
        select: accountColumns,
        where: { partnerId, number: { lte: newest, gt: newest - pageSize } },
        orderBy: { number: 'desc' },
      }),
    )
    return { items: rows.map(toAccount), total }
  }

  async find(partnerId: string, identifier: AccountIdentifier): Promise<AccountWithCredentials | undefined> {
    const select = { ...accountColumns, ...credentialColumns }
    const row = await reachingStorage(async () => {
      if (identifier.kind === 'id') {
        const where = { id: identifier.value, partnerId }
        return this.#client.account.findFirst({ relationLoadStrategy: 'join', select, where })
      }
      const employer = await this.#client.employer.findFirst({
        relationLoadStrategy: 'join',
        select: { account: { select } },
        where: { partnerId, [identifier.kind]: identifier.value },
        orderBy: { number: 'desc' },
      })
      return employer?.account
    })
    return row ? toAccountWithCredentials(row) : undefined
  }

  async #count(partnerId: string): Promise<number> {
    const partner = await reachingStorage(() =>
      this.#client.partner.findUnique({ select: { accountCount: true }, where: { id: partnerId } }),
    )
    return partner?.accountCount ?? 0
  }
}
