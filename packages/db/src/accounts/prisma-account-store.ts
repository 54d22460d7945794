import {
  type AccountIdentifier,
  type AccountPage,
  type AccountStore,
  type AccountWithCredentials,
  DomainError,
  type IdempotentCreation,
  type NewAccount,
} from '@partner-accounts/core'
import type { PrismaClient } from '../generated/client.ts'
import { reachingStorage, violatesUnique } from '../storage-errors.ts'
import { accountColumns, credentialColumns, toAccount, toAccountWithCredentials } from './account-row.ts'
import { findEarlierAnswer, keepAnswer } from './idempotent-creations.ts'
import { insertAccount } from './insert-account.ts'

/** Accounts in PostgreSQL. */
export class PrismaAccountStore implements AccountStore {
  readonly #prisma: PrismaClient

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma
  }

  async create(account: NewAccount, idempotent?: IdempotentCreation): Promise<Uint8Array | undefined> {
    try {
      return await reachingStorage(() =>
        this.#prisma.$transaction(async (transaction) => {
          const earlier = idempotent && (await findEarlierAnswer(transaction, idempotent))
          if (earlier) return earlier
          await insertAccount(transaction, account)
          if (idempotent) await keepAnswer(transaction, idempotent)
          return undefined
        }),
      )
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
      this.#prisma.account.findMany({
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
        return this.#prisma.account.findFirst({ relationLoadStrategy: 'join', select, where })
      }
      const employer = await this.#prisma.employer.findFirst({
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
      this.#prisma.partner.findUnique({ select: { accountCount: true }, where: { id: partnerId } }),
    )
    return partner?.accountCount ?? 0
  }
}
