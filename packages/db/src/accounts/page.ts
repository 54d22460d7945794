import { type Account, type AccountWithCredentials, LIMITS } from '@partner-accounts/core'
import { statement, typed } from '../sql/statement.ts'

/**
 * A JSON array per account instead of columns, because `pg` spends most of its time parsing columns and building row
 * objects. For a page of 100 accounts, the array saves 15 to 20 % of the service's CPU time.
 */
type AccountArray = [
  id: string,
  createdMs: number,
  name: string,
  financialEmail: string | null,
  cnpj: string | null,
  activeEmployees: number,
  subscriptionEmployees: number,
  subscriptionFaceIds: number,
]

/** `AccountArray` of the account `a` with its totals `s`. */
const ACCOUNT_ARRAY = `
  json_build_array(
    a.id, date_part('epoch', a.created_at) * 1000, a.name, a.financial_email, a.cnpj,
    a.active_employees, s.employees, s.face_ids
  )
`

/** Totals of the account `a`. Compares with the parameter instead of a column, so that Citus knows the node. */
export const SUBSCRIPTION_TOTALS = `
  SELECT
    coalesce(sum(employees) FILTER (WHERE status <> 'canceled'), 0)::int AS employees,
    coalesce(max(face_ids) FILTER (WHERE status = 'active'), 0) AS face_ids
  FROM subscriptions
  WHERE partner_id = :partnerId AND account_id = a.id
`

/**
 * A page of a partner's accounts, the newest first. Only the accounts with the lowest numbers are ever deleted, so the
 * others have the numbers from `deleted_accounts + 1` to `account_count`. A page is a range of these numbers, so every page
 * costs the same. The limit is the largest page size. It excludes nothing, but makes the planner expect few rows. Like the
 * totals, the list compares with the parameter instead of a column.
 */
export const PAGE = statement({
  name: 'account_page',
  parameters: { partnerId: 'text', page: 'int8', pageSize: 'int8' },
  columns: { total: 'int4', accounts: typed<AccountArray[]>('json') },
  text: `
    SELECT p.account_count - p.deleted_accounts AS total, list.accounts
    FROM partners AS p
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(${ACCOUNT_ARRAY} ORDER BY a.number DESC), '[]') AS accounts
      FROM (
        SELECT * FROM accounts
        WHERE partner_id = :partnerId
          AND number <= p.account_count - (:page::bigint - 1) * :pageSize::bigint
          AND number > p.account_count - :page::bigint * :pageSize::bigint
        ORDER BY number DESC
        LIMIT ${LIMITS.page.maxSize}
      ) AS a
      CROSS JOIN LATERAL (${SUBSCRIPTION_TOTALS}) AS s
    ) AS list
    WHERE p.id = :partnerId
  `,
})

const CREDENTIALS_COLUMNS = {
  account: typed<AccountArray>('json'),
  secretHash: 'bytea',
  apiTokenHash: 'bytea?',
  sealedApiToken: 'bytea?',
} as const

/** The beginning of all lookups. */
const SELECT_WITH_CREDENTIALS = `
  SELECT
    ${ACCOUNT_ARRAY} AS account,
    a.secret_hash AS "secretHash", a.api_token_hash AS "apiTokenHash", a.sealed_api_token AS "sealedApiToken"
  FROM accounts AS a
  CROSS JOIN LATERAL (${SUBSCRIPTION_TOTALS}) AS s
`

/** Finds an account by its id or tax ID. If several accounts have the tax ID, finds the most recent one. */
export const FIND = {
  id: statement({
    name: 'account_by_id',
    parameters: { partnerId: 'text', value: 'text' },
    columns: CREDENTIALS_COLUMNS,
    text: `${SELECT_WITH_CREDENTIALS} WHERE a.partner_id = :partnerId AND a.id = :value`,
  }),
  cpf: statement({
    name: 'account_by_cpf',
    parameters: { partnerId: 'text', value: 'text' },
    columns: CREDENTIALS_COLUMNS,
    text: `${SELECT_WITH_CREDENTIALS} WHERE a.partner_id = :partnerId AND a.cpf = :value ORDER BY a.number DESC LIMIT 1`,
  }),
  cnpj: statement({
    name: 'account_by_cnpj',
    parameters: { partnerId: 'text', value: 'text' },
    columns: CREDENTIALS_COLUMNS,
    text: `${SELECT_WITH_CREDENTIALS} WHERE a.partner_id = :partnerId AND a.cnpj = :value ORDER BY a.number DESC LIMIT 1`,
  }),
}

/**
 * Finds accounts by their ids. `FIND.id` does not use it, because PostgreSQL plans `ANY` for each execution, which more than
 * doubles the cost of a single lookup.
 */
export const FIND_ALL = statement({
  name: 'accounts_by_id',
  parameters: { partnerId: 'text', ids: 'text[]' },
  columns: CREDENTIALS_COLUMNS,
  text: `${SELECT_WITH_CREDENTIALS} WHERE a.partner_id = :partnerId AND a.id = ANY (:ids::text[])`,
})

type AccountWithCredentialsRow = NonNullable<typeof FIND_ALL.row>

export const toAccount = ([
  id,
  createdMs,
  name,
  financialEmail,
  cnpj,
  activeEmployees,
  subscriptionEmployees,
  subscriptionFaceIds,
]: AccountArray): Account => ({
  id,
  createdAt: new Date(Math.round(createdMs)),
  name,
  financialEmail,
  cnpj,
  activeEmployees,
  subscriptionEmployees,
  subscriptionFaceIds,
})

export const toAccountWithCredentials = ({
  account,
  ...credentials
}: AccountWithCredentialsRow): AccountWithCredentials => ({ account: toAccount(account), credentials })
