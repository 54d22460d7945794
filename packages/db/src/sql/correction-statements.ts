import type { Administrator, Employer } from '@partner-accounts/core'
import { type Expression, sql } from 'kysely'
import { accountsWithParties } from './account-joins.ts'
import type { DB } from './generated/schema.ts'
import { type Given, queries, Statement } from './statement.ts'

/** Locks the employer and the administrator of an account. */
export const LOCK_PARTIES = new Statement(
  'account_lock_parties',
  ({ partnerId, id }: Given<Record<'partnerId' | 'id', string>>) =>
    accountsWithParties
      .select('a.id')
      .where('a.partner_id', '=', partnerId)
      .where('a.id', '=', id)
      .forUpdate(['e', 'd']),
)

interface Correction extends Omit<Employer, 'document'>, Administrator {
  accountId: string
  partnerId: string
  cpf: string | null
  cnpj: string | null
  removesLink: boolean
  terms: string
}

/** Every column of an employer except its key. */
type CorrectableColumn = Exclude<keyof DB['employers'], 'partner_id' | 'number'>

const unlessRemoved = <T>({ removesLink }: Given<Correction>, column: Expression<T>) =>
  sql<T>`CASE WHEN NOT ${removesLink}::boolean THEN ${column} END`

/** Replaces the employer, the administrator and the words that searches compare. */
export const CORRECT = new Statement('account_correct', (given: Given<Correction>) =>
  queries
    .with('account', (db) =>
      db
        .selectFrom('accounts')
        .select(['id', 'partner_id', 'number'])
        .where('partner_id', '=', given.partnerId)
        .where('id', '=', given.accountId),
    )
    .with('employer', (db) =>
      db
        .updateTable('employers')
        .from('account')
        .set({
          name: given.name,
          trade_name: given.tradeName,
          cpf: given.cpf,
          cnpj: given.cnpj,
          financial_email: given.financialEmail,
        } satisfies Record<CorrectableColumn, unknown>)
        .whereRef('employers.partner_id', '=', 'account.partner_id')
        .whereRef('employers.number', '=', 'account.number'),
    )
    .with('administrator', (db) =>
      db
        .updateTable('administrators')
        .from('account')
        .set(({ ref }) => ({
          full_name: given.fullName,
          email: given.email,
          mobile_phone: given.mobilePhone,
          activation_token_hash: unlessRemoved(given, ref('activation_token_hash')),
          activation_expires_at: unlessRemoved(given, ref('activation_expires_at')),
        }))
        .whereRef('administrators.partner_id', '=', 'account.partner_id')
        .whereRef('administrators.account_id', '=', 'account.id'),
    )
    .updateTable('account_search')
    .from('account')
    .set({ terms: given.terms })
    .whereRef('account_search.partner_id', '=', 'account.partner_id')
    .whereRef('account_search.number', '=', 'account.number'),
)
