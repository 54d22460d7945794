import { issueCredentials, sampleWorkSchedule } from '@partner-accounts/core'
import type { Pool, PoolClient } from 'pg'
import { accountId } from './seeded-account.ts'

/** Ids begin with a time of 12 hexadecimal digits. The ids of seeded accounts begin with the account's number instead. */
const ID = `lpad(to_hex(n), 12, '0') || right($1::text, 12)`
const NUMBERS = 'generate_series($2::int, $3::int) AS n'

/** Parameters: partner's id, first number, last number. */
const STATEMENTS = [
  `INSERT INTO accounts
     (id, partner_id, number, created_at, subscription_status, terms, active_employees, name, trade_name, cpf, cnpj,
      financial_email, full_name, email, mobile_phone, secret_hash, api_token_hash, sealed_api_token)
   SELECT ${ID}, $1, n, timestamptz '2025-01-01T00:00:00Z' + n * interval '1 second',
          CASE WHEN n % 3 = 0 THEN 'active' ELSE 'pending' END,
          concat_ws(' ', 'empresa', n, 'ltda empresa', n, lpad(n::text, 12, '0') || '00', 'maria', n, $1::text, 'example'),
          n % 50, 'Empresa ' || n || ' Ltda', 'Empresa ' || n,
          CASE WHEN n % 10 = 0 THEN lpad(n::text, 11, '0') END,
          CASE WHEN n % 10 <> 0 THEN lpad(n::text, 12, '0') || '00' END,
          CASE WHEN n % 2 = 1 THEN 'financeiro' || n || '@empresa.example' END,
          'Maria da Silva', 'maria.' || n || '@' || $1::text || '.example', '11987654321',
          sha256('secret'), sha256(convert_to($1::text || n, 'UTF8')), sha256('sealed') FROM ${NUMBERS}`,
  `INSERT INTO administrator_emails (email_key, partner_id, account_id)
   SELECT 'maria.' || n || '@' || $1::text || '.example', $1, ${ID} FROM ${NUMBERS}`,
  `INSERT INTO units (id, partner_id, account_id, name, cep, street_name, street_number, neighborhood, state, city)
   SELECT ${ID}, $1, ${ID}, 'Empresa ' || n, '01310100', 'Avenida Paulista', '1578', 'Bela Vista', 'SP', 'São Paulo'
   FROM ${NUMBERS}`,
  `INSERT INTO subscriptions (id, partner_id, account_id, status, employees, face_ids)
   SELECT ${ID}, $1, ${ID}, CASE WHEN n % 3 = 0 THEN 'active' ELSE 'pending' END,
          1 + n % 5000, n % 7 FROM ${NUMBERS}`,
  // Every fourth account has an older, canceled subscription.
  `INSERT INTO subscriptions (id, partner_id, account_id, status, employees)
   SELECT lpad(to_hex(n), 12, '0') || left($1::text, 12), $1, ${ID}, 'canceled', 10 FROM ${NUMBERS} WHERE n % 4 = 0`,
  `INSERT INTO audit_entries (id, actor_kind, actor_name, action, subject_id, partner_id, account_id)
   SELECT ${ID}, 'portal-user', $1, 'account.created', ${ID}, $1, ${ID} FROM ${NUMBERS}`,
]

/** Parameters: as above, then name and days. */
const WORK_SCHEDULES = `
  INSERT INTO work_schedules (id, partner_id, account_id, name, days) SELECT ${ID}, $1, ${ID}, $4, $5::jsonb FROM ${NUMBERS}`

/** Adds the accounts numbered from `first` to `last` to each partner. */
export async function seedAccounts(
  pool: Pool,
  partnerIds: readonly string[],
  first: number,
  last: number,
): Promise<void> {
  const { name, days } = sampleWorkSchedule()
  const client = await pool.connect()
  try {
    // Skips foreign key checks, which take most of the time.
    await client.query('SET session_replication_role = replica')
    const indexes = await dropIndexes(client)
    for (const partnerId of partnerIds) {
      const range = [partnerId, first, last]
      for (const statement of STATEMENTS) await client.query(statement, range)
      await client.query(WORK_SCHEDULES, [...range, name, JSON.stringify(days)])
      await client.query('UPDATE partners SET account_count = $2 WHERE id = $1', [partnerId, last])
    }
    for (const definition of indexes) await client.query(definition)
    await client.query('RESET session_replication_role')
  } finally {
    client.release()
  }
  await pool.query('VACUUM ANALYZE')
  await pool.query('CHECKPOINT')
}

/**
 * Drops the indexes that are not unique, because creating them again is faster than updating them.
 *
 * @returns their definitions
 */
async function dropIndexes(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT i.indisunique`)
  for (const { name } of rows) await client.query(`DROP INDEX "${name}"`)
  return rows.map(({ definition }) => definition)
}

export interface AccountSecret {
  number: number
  apiToken: string
  secret: string
}

/** Replaces the seeded credentials of an account by valid ones. */
export async function issueSecret(pool: Pool, partnerId: string, number: number): Promise<AccountSecret> {
  const id = accountId(partnerId, number)
  const { apiToken, secret, stored } = issueCredentials(id)
  await pool.query('UPDATE accounts SET secret_hash = $2, api_token_hash = $3, sealed_api_token = $4 WHERE id = $1', [
    id,
    stored.secretHash,
    stored.apiTokenHash,
    stored.sealedApiToken,
  ])
  return { number, apiToken, secret }
}
