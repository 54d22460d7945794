import { type Account, type AccountWithCredentials, LIMITS } from '@partner-accounts/core'
import { type Expression, type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { DB } from '../sql/generated/schema.ts'
import { type Given, onTrue, queries, Statement } from '../sql/statement.ts'

// Lateral joins compare with the parameter, not with another table's column, so that Citus knows the node.

/** 2.2: employees of subscriptions that are not canceled, face ids of the active one. */
export const contracted = (eb: ExpressionBuilder<DB & { a: DB['accounts'] }, 'a'>, partnerId: Expression<string>) =>
  eb
    .selectFrom('subscriptions')
    .select(({ cast, fn, lit }) => [
      cast<number>(
        fn.coalesce(fn.sum<number>('employees').filterWhere('status', '<>', 'canceled'), lit(0)),
        'integer',
      ).as('subscription_employees'),
      fn.coalesce(fn.max('face_ids').filterWhere('status', '=', 'active'), lit(0)).as('subscription_face_ids'),
    ])
    .where('partner_id', '=', partnerId)
    .whereRef('account_id', '=', 'a.id')
    .as('s')

const jsonArray = <Values extends (string | number | null)[]>(
  ...values: { [Index in keyof Values]: Expression<Values[Index]> }
): RawBuilder<Values> => sql`json_build_array(${sql.join(values)})`

type Contracted = Record<'subscription_employees' | 'subscription_face_ids', number>

/** One JSON array: `pg` spends most of its time on single values and row objects. Time in milliseconds since 1970. */
const account = ({ ref }: ExpressionBuilder<{ a: DB['accounts']; s: Contracted }, 'a' | 's'>) =>
  jsonArray(
    ref('a.id'),
    sql<number>`date_part('epoch', ${ref('a.created_at')}) * 1000`,
    ref('a.name'),
    ref('a.financial_email'),
    ref('a.cnpj'),
    ref('a.active_employees'),
    ref('s.subscription_employees'),
    ref('s.subscription_face_ids'),
  )

const CREDENTIALS = ['a.secret_hash', 'a.api_token_hash', 'a.sealed_api_token'] as const

const listOf = <Value>(value: RawBuilder<Value>, descendingBy: Expression<number>): RawBuilder<Value[]> =>
  sql`coalesce(json_agg(${value} ORDER BY ${descendingBy} DESC), '[]')`

/**
 * Numbers are dense, so a page is a range of them, as cheap at the end of a list as at its start. The limit excludes
 * nothing: it gives the planner the page size.
 */
// Hot: every list request.
export const PAGE = new Statement(
  'account_page',
  ({ partnerId, page, pageSize }: Given<{ partnerId: string; page: number; pageSize: number }>) =>
    queries
      .selectFrom('partners as p')
      .innerJoinLateral(
        (partner) =>
          partner
            .selectFrom((eb) =>
              eb
                .selectFrom('accounts')
                .selectAll()
                .where('partner_id', '=', partnerId)
                .where('number', '<=', sql<number>`p.account_count - (${page}::bigint - 1) * ${pageSize}::bigint`)
                .where('number', '>', sql<number>`p.account_count - ${page}::bigint * ${pageSize}::bigint`)
                .orderBy('number', 'desc')
                .limit(LIMITS.page.maxSize)
                .as('a'),
            )
            .innerJoinLateral((eb) => contracted(eb, partnerId), onTrue)
            .select((eb) => listOf(account(eb), eb.ref('a.number')).as('accounts'))
            .as('list'),
        onTrue,
      )
      .select([sql<number>`p.account_count - p.deleted_accounts`.as('total'), 'list.accounts'])
      .where('p.id', '=', partnerId),
)

// Hot: every lookup.
const findBy = <Value>(name: string, condition: (value: RawBuilder<Value>) => RawBuilder<boolean>, limit?: number) =>
  new Statement(name, ({ partnerId, value }: Given<{ partnerId: string; value: Value }>) =>
    queries
      .selectFrom('accounts as a')
      .innerJoinLateral((eb) => contracted(eb, partnerId), onTrue)
      .select((eb) => [account(eb).as('account'), ...CREDENTIALS])
      .where('a.partner_id', '=', partnerId)
      .where(condition(value))
      .$if(limit !== undefined, (accounts) => accounts.orderBy('a.number', 'desc').limit(limit!)),
  )

/** By id or by a tax ID: the most recent account if several share it. */
export const FIND = {
  id: findBy<string>('account_by_id', (id) => sql`a.id = ${id}`),
  cpf: findBy<string>('account_by_cpf', (cpf) => sql`a.cpf = ${cpf}`, 1),
  cnpj: findBy<string>('account_by_cnpj', (cnpj) => sql`a.cnpj = ${cnpj}`, 1),
}

/** Separate, because PostgreSQL plans `ANY` for each execution, which more than doubles the cost of a lookup of one. */
export const FIND_ALL = findBy<string[]>('accounts_by_id', (ids) => sql`a.id = ANY(${ids}::text[])`)

type AccountWithCredentialsRow = (typeof FIND)['id']['row']

export const toAccount = ([
  id,
  created,
  name,
  financialEmail,
  cnpj,
  activeEmployees,
  subscriptionEmployees,
  subscriptionFaceIds,
]: AccountWithCredentialsRow['account']): Account => ({
  id,
  createdAt: new Date(Math.round(created)),
  name,
  financialEmail,
  cnpj,
  activeEmployees,
  subscriptionEmployees,
  subscriptionFaceIds,
})

export const toAccountWithCredentials = (row: AccountWithCredentialsRow): AccountWithCredentials => ({
  account: toAccount(row.account),
  credentials: {
    secretHash: row.secret_hash,
    apiTokenHash: row.api_token_hash,
    sealedApiToken: row.sealed_api_token,
  },
})
