import { Statement } from '../driver/statements.ts'

/**
 * An account with all that belongs to it, in one statement.
 *
 * The partner's row, which all of the partner's creations want, is taken after what can be done without its number:
 * whoever waits for a rival's e-mail does not make others wait. A coupon is redeemed (`isRedeemable` of the domain) by
 * the statement that counts, so that concurrent creations never take more than there are.
 *
 * @param given what the account depends on: nothing is stored where it has no row
 */
const insert = (given: string) => `
    administrator AS (
      INSERT INTO administrators (account_id, full_name, email, mobile_phone)
      SELECT $2, $11, $12, $13 ${given}
      RETURNING account_id
    ),
    unit AS (
      INSERT INTO units
        (id, account_id, name, cep, street_name, street_number, neighborhood, complement, state, city)
      SELECT $14, $2, $15, $16, $17, $18, $19, $20, $21, $22 ${given}
      RETURNING id
    ),
    work_schedule AS (
      INSERT INTO work_schedules (id, account_id, name, days) SELECT $23, $2, $24, $25::jsonb ${given}
      RETURNING id
    ),
    audit_entry AS (
      INSERT INTO audit_entries (id, actor_kind, actor_name, action, subject_id, partner_id, account_id)
      SELECT $28, $29, $30, $31, $2, $1, $2 ${given}
      RETURNING id
    ),
    partner AS (
      UPDATE partners SET account_count = account_count + 1
      WHERE id = $1
        AND EXISTS (SELECT FROM administrator)
        AND EXISTS (SELECT FROM unit)
        AND EXISTS (SELECT FROM work_schedule)
        AND EXISTS (SELECT FROM audit_entry)
      RETURNING account_count AS number, coupon_id
    ),
    coupon AS (
      UPDATE coupons SET redemptions = redemptions + 1
      WHERE id = (SELECT coupon_id FROM partner)
        AND (expires_at IS NULL OR expires_at > clock_timestamp())
        AND (max_redemptions IS NULL OR redemptions < max_redemptions)
      RETURNING id, percent_off
    ),
    account AS (
      INSERT INTO accounts (id, partner_id, number, secret_hash, api_token_hash, sealed_api_token)
      SELECT $2, $1, number, $3, $4, $5 FROM partner
    ),
    employer AS (
      INSERT INTO employers (partner_id, number, name, trade_name, cpf, cnpj, financial_email)
      SELECT $1, number, $6, $7, $8, $9, $10 FROM partner
    ),
    subscription AS (
      INSERT INTO subscriptions (id, account_id, employees, coupon_id, percent_off)
      SELECT $26, $2, $27::int, coupon.id, coupon.percent_off FROM partner LEFT JOIN coupon ON true
    )`

export const INSERT = new Statement<{ number: number }>(
  'account_insert',
  `WITH ${insert('')}
  SELECT number FROM partner`,
)

/** A number: created. Else an earlier answer; without either, another creation under the key is under way. */
export interface InsertOnceRow {
  number: number | null
  fingerprint: Uint8Array | null
  sealed_answer: Uint8Array | null
}

/**
 * The same, once for a caller's key, with the answer that is kept.
 *
 * Who holds the key's lock meets no answer that is not committed, so that nobody waits for the unique index of the keys.
 * An answer that was committed after this statement's snapshot was taken is met by that index (ON CONFLICT), and is not
 * seen: then the other creation was under way when this one began.
 *
 * A few that have expired are cleared away with each new one, so that there are never many and no timer is needed.
 * Those that another transaction is at are left to it. The time is the statement's, which does not change while it
 * runs: an index is not searched by `clock_timestamp()`, all of the answers would be read.
 */
export const INSERT_ONCE = new Statement<InsertOnceRow>(
  'account_insert_once',
  `WITH
    earlier AS MATERIALIZED (
      SELECT fingerprint, sealed_answer FROM idempotent_creations
      WHERE lookup = $33::bytea AND expires_at > statement_timestamp()
    ),
    kept AS (
      INSERT INTO idempotent_creations AS known (lookup, fingerprint, sealed_answer, expires_at)
      SELECT $33::bytea, $34, $35, to_timestamp($36::float8 / 1000)
      WHERE NOT EXISTS (SELECT FROM earlier) AND pg_try_advisory_xact_lock($32::bigint)
      ON CONFLICT (lookup) DO UPDATE
      SET fingerprint = excluded.fingerprint, sealed_answer = excluded.sealed_answer, expires_at = excluded.expires_at
      WHERE known.expires_at <= statement_timestamp()
      RETURNING lookup
    ),
    cleared AS (
      DELETE FROM idempotent_creations
      WHERE lookup = ANY (ARRAY(
        SELECT lookup FROM idempotent_creations
        WHERE expires_at <= statement_timestamp() AND lookup <> $33::bytea
        ORDER BY expires_at
        LIMIT $37::int
        FOR UPDATE SKIP LOCKED
      ))
    ),
    ${insert('FROM kept')}
  SELECT partner.number, earlier.fingerprint, earlier.sealed_answer
  FROM (VALUES (1)) AS one_row LEFT JOIN partner ON true LEFT JOIN earlier ON true`,
)
