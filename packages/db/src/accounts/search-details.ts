import type { SearchOrder } from '@partner-accounts/core'
import { type AliasedExpression, type Expression, type QueryCreator, type Selectable, sql } from 'kysely'
import { contracted } from './page.ts'
import type { DB } from '../sql/generated/schema.ts'
import { type Given, onTrue } from '../sql/statement.ts'

type Hit = Pick<Selectable<DB['accounts']>, 'partner_id' | 'number' | 'created_at' | 'terms'>

interface Position {
  partner_id: string
  number: number
  position: number
}

export interface PageValues {
  offset: number
  pageSize: number
}

export const POSITIONS: Record<SearchOrder, string> = {
  newest: 'created_at DESC, number DESC',
  oldest: 'created_at, number',
  // Terms begin with the legal name, without accents.
  name: 'terms COLLATE "C", number',
}

export const position = (order: string) => sql<number>`row_number() OVER (ORDER BY ${sql.raw(order)})`.as('position')

export const count = (part: 'hits' | 'seen') => sql<number>`(SELECT count(*)::int FROM ${sql.table(part)})`

/** Adds `page`, a page of `hits`, and `summary`, their counts. */
export const pageOf = (
  creator: QueryCreator<DB & { hits: Hit }>,
  order: string,
  { offset, pageSize }: Given<PageValues>,
  ...counts: AliasedExpression<number, string>[]
) =>
  creator
    .with('page', (db) =>
      db
        .selectFrom('hits')
        .select(['partner_id', 'number', position(order)])
        .orderBy('position')
        .limit(sql<number>`${pageSize}::int`)
        .offset(sql<number>`${offset}::int`),
    )
    .with('summary', (db) => db.selectNoFrom([count('hits').as('total'), ...counts]))

/**
 * An empty page has one row with the `summary`.
 * @param partnerId of all the page's accounts
 */
export const withDetails = (
  creator: QueryCreator<DB & { page: Position; summary: { total: number } }>,
  partnerId: Expression<string>,
) =>
  creator
    .selectFrom('summary')
    .leftJoin('page', onTrue)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('accounts')
          .selectAll()
          .where('partner_id', '=', partnerId)
          .whereRef('number', '=', 'page.number')
          // The planner looks up single rows, however many accounts it expects.
          .limit(1)
          .as('a'),
      onTrue,
    )
    .leftJoinLateral((eb) => contracted(eb, partnerId), onTrue)
    // Milliseconds since 1970: a number for both `pg` and Prisma.
    .select(sql<number>`date_part('epoch', a.created_at) * 1000`.as('created'))
    .select(['a.id', 'a.partner_id', 'a.number', 'a.active_employees', 'a.name', 'a.trade_name', 'a.cpf', 'a.cnpj'])
    .select(['a.financial_email', 'a.full_name', 'a.email', 'a.subscription_status', 'a.administrator_activated'])
    .select(['s.subscription_employees', 's.subscription_face_ids', 'summary.total'])
    .select(sql<boolean>`a.api_token_hash IS NULL`.as('is_token_revoked'))
    .orderBy('page.position')
