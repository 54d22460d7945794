import { LIMITS } from '@partner-accounts/core'
import { sql } from 'kysely'
import { accountsWithParties } from './account-joins.ts'
import { type Given, queries, Statement } from './statement.ts'

/** Accounts since an id that searches do not find, because an earlier version of the code created them. */
export const MISSING = new Statement('account_search_missing', ({ since }: Given<{ since: string }>) =>
  accountsWithParties
    .leftJoin('account_search as k', (join) =>
      join.onRef('k.partner_id', '=', 'a.partner_id').onRef('k.number', '=', 'a.number'),
    )
    .select(['a.id', 'e.name', 'e.trade_name', 'e.cpf', 'e.cnpj', 'd.email'])
    .where('a.id', '>=', since)
    .where('k.number', 'is', null)
    .orderBy('a.id')
    .limit(LIMITS.search.exportPart),
)

/** Makes searches find an account. */
export const ADD_MISSING = new Statement('account_search_add', ({ id, terms }: Given<{ id: string; terms: string }>) =>
  queries
    .insertInto('account_search')
    .columns(['partner_id', 'number', 'created_at', 'subscription_status', 'administrator_activated', 'terms'])
    .expression(
      accountsWithParties
        .innerJoin('subscriptions as s', (join) =>
          join.onRef('s.partner_id', '=', 'a.partner_id').onRef('s.account_id', '=', 'a.id'),
        )
        .select(['a.partner_id', 'a.number', 'a.created_at', 's.status'])
        .select([sql<boolean>`d.password_hash IS NOT NULL`.as('activated'), terms.as('terms')])
        .where('a.id', '=', id)
        .orderBy('s.id', 'desc')
        .limit(1),
    )
    .onConflict((conflict) => conflict.doNothing()),
)
