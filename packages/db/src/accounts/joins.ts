import { type Expression, type Selectable, sql } from 'kysely'
import type { DB } from '../sql/generated/schema.ts'
import { queries } from '../sql/statement.ts'

export const accountsWithEmployers = queries
  .selectFrom('accounts as a')
  .innerJoin('employers as e', (join) =>
    join.onRef('e.partner_id', '=', 'a.partner_id').onRef('e.number', '=', 'a.number'),
  )

export const accountsWithParties = accountsWithEmployers.innerJoin('administrators as d', (join) =>
  join.onRef('d.partner_id', '=', 'a.partner_id').onRef('d.account_id', '=', 'a.id'),
)

/** The limit excludes nothing: it makes the planner look up single rows, however many accounts it expects. */
export const rowOfAccount = <Table extends 'accounts' | 'employers' | 'account_search'>(
  table: Table,
  partnerId: Expression<string>,
  number: 'a.number' | 'page.number',
) =>
  sql<Selectable<DB[Table]>>`(
    SELECT * FROM ${sql.table(table)} WHERE partner_id = ${partnerId} AND number = ${sql.ref(number)} LIMIT 1
  )`
