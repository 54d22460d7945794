import { Statement } from '../driver/statements.ts'

/** What an Account is made of. */
export interface AccountRow {
  id: string
  /** Milliseconds since 1970. */
  created: number
  name: string
  financial_email: string | null
  cnpj: string | null
  active_employees: number
  subscription_employees: number
  subscription_face_ids: number
}

export interface AccountWithCredentialsRow extends AccountRow {
  secret_hash: Uint8Array
  api_token_hash: Uint8Array | null
  sealed_api_token: Uint8Array | null
}

/** A row of a page; of a page without accounts, the total alone. */
export type PageRow = { total: number } & (AccountRow | Record<keyof AccountRow, null>)

const ACCOUNT = `
  a.id, date_part('epoch', a.created_at) * 1000 AS created, e.name, e.financial_email, e.cnpj, a.active_employees,
  s.subscription_employees, s.subscription_face_ids`

// 2.2: `contractedEmployees` and `contractedFaceIds` of the domain.
const SUBSCRIPTIONS = `
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(employees) FILTER (WHERE status <> 'canceled'), 0)::int AS subscription_employees,
           coalesce(max(face_ids) FILTER (WHERE status = 'active'), 0) AS subscription_face_ids
    FROM subscriptions WHERE account_id = a.id
  ) s ON true`

/**
 * A page and the total, by partner, page and page size. Numbers are dense, so a page is a range of them: as cheap at
 * the end of a long list as at its start. The inner LIMITs never cut anything off. They tell the planner, who does not
 * know the parameters, that there are no more than a page of accounts and one employer for each.
 */
export const PAGE = new Statement<PageRow>(
  'account_page',
  `SELECT p.account_count AS total, ${ACCOUNT}
  FROM partners p
  LEFT JOIN LATERAL (
    SELECT * FROM accounts
    WHERE partner_id = p.id
      AND number <= p.account_count - ($2::bigint - 1) * $3::bigint
      AND number > p.account_count - $2::bigint * $3::bigint
    ORDER BY number DESC
    LIMIT 100
  ) a ON true
  LEFT JOIN LATERAL (
    SELECT * FROM employers WHERE partner_id = a.partner_id AND number = a.number LIMIT 1
  ) e ON true
  ${SUBSCRIPTIONS}
  WHERE p.id = $1
  ORDER BY a.number DESC`,
)

const CREDENTIALS = 'a.secret_hash, a.api_token_hash, a.sealed_api_token'

const BY_ID = new Statement<AccountWithCredentialsRow>(
  'account_by_id',
  `SELECT ${ACCOUNT}, ${CREDENTIALS}
  FROM accounts a
  JOIN employers e ON e.partner_id = a.partner_id AND e.number = a.number
  ${SUBSCRIPTIONS}
  WHERE a.partner_id = $1 AND a.id = $2`,
)

const byDocument = (column: 'cpf' | 'cnpj') =>
  new Statement<AccountWithCredentialsRow>(
    `account_by_${column}`,
    `SELECT ${ACCOUNT}, ${CREDENTIALS}
  FROM (
    SELECT * FROM employers WHERE partner_id = $1 AND ${column} = $2 ORDER BY number DESC LIMIT 1
  ) e
  JOIN accounts a ON a.partner_id = e.partner_id AND a.number = e.number
  ${SUBSCRIPTIONS}`,
  )

/** One account, by partner and identifier; of a document, the most recent. */
export const FIND = { id: BY_ID, cpf: byDocument('cpf'), cnpj: byDocument('cnpj') }
