import type { BaselinePool, Row } from './baseline-pool.ts'

const COLUMNS = 'a.id, a.created_at, a.name, a.financial_email, a.cnpj, a.active_employees, s.employees, s.face_ids'

const SUBSCRIPTIONS = `
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(employees) FILTER (WHERE status <> 'canceled'), 0) AS employees,
           coalesce(max(face_ids) FILTER (WHERE status = 'active'), 0) AS face_ids
    FROM subscriptions WHERE partner_id = a.partner_id AND account_id = a.id
  ) s ON true`

// The LIMIT is for the planner: the range contains at most one page.
const PAGE = `
  SELECT p.account_count, ${COLUMNS}
  FROM partners p
  LEFT JOIN LATERAL (
    SELECT * FROM accounts
    WHERE partner_id = p.id
      AND number <= p.account_count - ($2::bigint - 1) * $3::bigint
      AND number > p.account_count - $2::bigint * $3::bigint
    ORDER BY number DESC
    LIMIT 100
  ) a ON true
  ${SUBSCRIPTIONS}
  WHERE p.id = $1
  ORDER BY a.number DESC`

const CREDENTIALS = 'a.secret_hash, a.api_token_hash, a.sealed_api_token'

const BY_ID = `
  SELECT ${COLUMNS}, ${CREDENTIALS}
  FROM accounts a
  ${SUBSCRIPTIONS}
  WHERE a.partner_id = $1 AND a.id = $2`

const byTaxId = (column: 'cpf' | 'cnpj') => `
  SELECT ${COLUMNS}, ${CREDENTIALS}
  FROM (
    SELECT * FROM accounts WHERE partner_id = $1 AND ${column} = $2 ORDER BY number DESC LIMIT 1
  ) a
  ${SUBSCRIPTIONS}`

const STATEMENTS = { id: BY_ID, cpf: byTaxId('cpf'), cnpj: byTaxId('cnpj') }

/** Its parameters are in the order of the values in `createAccount`. */
const CREATE = `
  WITH
    partner AS (
      UPDATE partners SET account_count = account_count + 1 WHERE id = $1 RETURNING account_count AS number, coupon_id
    ),
    coupon AS (
      UPDATE coupons SET redemptions = redemptions + 1
      FROM partner
      WHERE coupons.id = partner.coupon_id
        AND (expires_at IS NULL OR expires_at > clock_timestamp())
        AND (max_redemptions IS NULL OR redemptions < max_redemptions)
      RETURNING coupons.id, percent_off
    ),
    account AS (
      INSERT INTO accounts
        (id, partner_id, number, secret_hash, api_token_hash, sealed_api_token, name, trade_name, cpf, cnpj,
         financial_email, full_name, email, mobile_phone, terms)
      SELECT $2, $1, number, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $29 FROM partner
    ),
    administrator_email AS (
      INSERT INTO administrator_emails (email_key, partner_id, account_id) VALUES (lower($12), $1, $2)
    ),
    unit AS (
      INSERT INTO units
        (id, partner_id, account_id, name, cep, street_name, street_number, neighborhood, complement, state, city)
      VALUES ($14, $1, $2, $7, $15, $16, $17, $18, $19, $20, $21)
    ),
    schedule AS (
      INSERT INTO work_schedules (id, partner_id, account_id, name, days) VALUES ($22, $1, $2, $23, $24)
    ),
    subscription AS (
      INSERT INTO subscriptions (id, partner_id, account_id, employees, coupon_id, percent_off)
      SELECT $25, $1, $2, $26, coupon.id, coupon.percent_off FROM partner LEFT JOIN coupon ON true
    )
  INSERT INTO audit_entries (id, actor_kind, actor_name, action, subject_id, partner_id, account_id)
  VALUES ($27, 'portal-user', $28, 'account.created', $2, $1, $2)`

export class AccountQueries {
  readonly #pool: BaselinePool

  constructor(pool: BaselinePool) {
    this.#pool = pool
  }

  page(partnerId: string, page: number, pageSize: number): Promise<Row[]> {
    return this.#pool.query('page', PAGE, [partnerId, page, pageSize])
  }

  async find(partnerId: string, kind: keyof typeof STATEMENTS, value: string): Promise<Row | undefined> {
    const [row] = await this.#pool.query(`by ${kind}`, STATEMENTS[kind], [partnerId, value])
    return row
  }

  async create(values: unknown[]): Promise<void> {
    await this.#pool.query('create', CREATE, values)
  }
}
