import type { AccountFilter, PageRequest, SubscriptionFilter, TaxDocument } from '@partner-accounts/core'
import { type Expression, sql } from 'kysely'
import { accountsWithEmployers, accountsWithParties } from './account-joins.ts'
import { filteredStatement, inUse } from './filtered-statement.ts'
import { MAX_RECORDS } from './operator-statements.ts'
import { onTrue, queries } from './statement.ts'

// Lists of accounts and their subscriptions, like those of operator-statements.ts.

// Citus reads the keys of a page on all nodes first. Lateral joins refer to the table of accounts, which has the page's
// accounts on the nodes of their partners, because Citus rejects those that refer to the page.

/** A document or e-mail matches few accounts, which an index finds; a partner's accounts are in the order of their numbers. */
export const ACCOUNTS = filteredStatement<
  PageRequest & Omit<AccountFilter, 'document'> & Partial<Record<TaxDocument['kind'], string>>
>()('operator_accounts', ({ cursor, limit, partnerId, cpf, cnpj, email }) => {
  const withDocument = (column: 'cpf' | 'cnpj', value: Expression<string>) =>
    sql<boolean>`(partner_id, number) IN ${queries
      .selectFrom('employers')
      .select(['partner_id', 'number'])
      .where(column, '=', value)}`
  const ofPartner = cpf || cnpj || email ? undefined : partnerId
  const order = ofPartner ? 'number' : 'id'
  const longest = queries
    .selectFrom('accounts')
    .select(['partner_id', 'id', 'number'])
    .where((eb) => {
      const numbers = eb.selectFrom('accounts').select('number')
      const emails = eb.selectFrom('administrator_emails').select('account_id')
      return inUse(
        partnerId && eb('partner_id', '=', partnerId),
        cpf && withDocument('cpf', cpf),
        cnpj && withDocument('cnpj', cnpj),
        email && eb('id', 'in', emails.where('email_key', '=', email)),
        cursor &&
          (ofPartner
            ? eb('number', '<', numbers.where('partner_id', '=', ofPartner).where('id', '=', cursor))
            : eb('id', '<', cursor)),
      )
    })
    .orderBy(order, 'desc')
    .limit(MAX_RECORDS)
  const page = queries.selectFrom(longest.as('longest')).selectAll().orderBy(order, 'desc').limit(limit)
  return accountsWithParties
    .innerJoin(page.as('page'), (join) =>
      join.onRef('page.partner_id', '=', 'a.partner_id').onRef('page.id', '=', 'a.id'),
    )
    .innerJoin('partners as p', 'p.id', 'a.partner_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('subscriptions')
          .select(['subscriptions.status', 'subscriptions.employees'])
          .whereRef('subscriptions.partner_id', '=', 'a.partner_id')
          .whereRef('subscriptions.account_id', '=', 'a.id')
          .orderBy('subscriptions.id', 'desc')
          .limit(1)
          .as('s'),
      onTrue,
    )
    .select(['a.id', 'a.partner_id as partnerId', 'p.name as partnerName', 'a.created_at as createdAt'])
    .select(['e.name', 'e.cpf', 'e.cnpj', 'd.email as administratorEmail'])
    .select(['s.status as subscriptionStatus', 's.employees as subscriptionEmployees'])
    .orderBy(`a.${order}`, 'desc')
})

export const SUBSCRIPTIONS = filteredStatement<PageRequest & SubscriptionFilter>()(
  'operator_subscriptions',
  ({ cursor, limit, status, partnerId }) => {
    const longest = queries
      .selectFrom('subscriptions')
      .selectAll()
      .where((eb) =>
        inUse(
          status && eb('status', '=', status),
          partnerId && eb('partner_id', '=', partnerId),
          cursor && eb('id', '<', cursor),
        ),
      )
      .orderBy('id', 'desc')
      .limit(MAX_RECORDS)
    const page = queries.selectFrom(longest.as('longest')).selectAll().orderBy('id', 'desc').limit(limit)
    return accountsWithEmployers
      .innerJoin(page.as('s'), (join) =>
        join.onRef('s.partner_id', '=', 'a.partner_id').onRef('s.account_id', '=', 'a.id'),
      )
      .innerJoin('partners as p', 'p.id', 'a.partner_id')
      .select(['s.id', 's.account_id as accountId', 'e.name as accountName', 'p.id as partnerId'])
      .select(['p.name as partnerName', 's.status', 's.employees', 's.face_ids as faceIds'])
      .select(['s.percent_off as percentOff', 's.created_at as createdAt', 's.activated_at as activatedAt'])
      .select('s.canceled_at as canceledAt')
      .orderBy('s.id', 'desc')
  },
  ['status'],
)
