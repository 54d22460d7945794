import type { Pool } from 'pg'

/** Selects a row as JSON, without its ids and without columns whose values differ between creations. */
function row(table: string, condition: string, ...without: string[]): string {
  const omitted = ['id', 'account_id', 'partner_id', ...without].join(',')
  return `(SELECT to_jsonb(r) - '{${omitted}}'::text[] FROM ${table} r WHERE ${condition})`
}

const CREDENTIALS = ['secret_hash', 'api_token_hash', 'sealed_api_token', 'password_hash']
const LINK = ['activation_token_hash', 'activation_expires_at']
const OF_ACCOUNT = 'account_id = a.id'

const RECORD = `
  SELECT
    ${row('accounts', 'r.id = a.id', 'created_at', ...CREDENTIALS, ...LINK)} AS account,
    ${row('units', OF_ACCOUNT)} AS unit,
    ${row('work_schedules', OF_ACCOUNT)} AS schedule,
    ${row('subscriptions', OF_ACCOUNT, 'percent_off', 'created_at', 'activated_at', 'canceled_at')} AS subscription,
    (SELECT action FROM audit_entries WHERE ${OF_ACCOUNT}) AS audited,
    (SELECT actor_name FROM audit_entries WHERE ${OF_ACCOUNT}) AS actor
  FROM accounts a
  WHERE a.id = $1`

/** Returns the rows that an account has in each table, as one object; `undefined` if the account does not exist. */
export async function storedAccount(pool: Pool, id: string): Promise<object | undefined> {
  const { rows } = await pool.query<object>(RECORD, [id])
  return rows[0]
}
