import { statement } from '../sql/statement.ts'

const ACCOUNT_PARAMETERS = {
  partnerId: 'text',
  accountId: 'text',
  creatorId: 'text',
  auditId: 'text',
  // The employer.
  name: 'text',
  tradeName: 'text',
  cpf: 'text?',
  cnpj: 'text?',
  financialEmail: 'text?',
  searchTerms: 'text',
  // The administrator.
  fullName: 'text',
  email: 'text',
  emailKey: 'text',
  emailScope: 'text',
  mobilePhone: 'text',
  // The credentials.
  secretHash: 'bytea',
  apiTokenHash: 'bytea?',
  sealedApiToken: 'bytea?',
  // The activation. These are NULL unless the subscription starts active.
  activationTokenHash: 'bytea?',
  activationValidForSeconds: 'float8?',
  activationAuditId: 'text?',
  mails: 'jsonb?',
  // The unit.
  unitId: 'text',
  unitName: 'text',
  cep: 'text',
  streetName: 'text',
  streetNumber: 'text',
  neighborhood: 'text',
  complement: 'text?',
  state: 'text',
  city: 'text',
  // The work schedule.
  workScheduleId: 'text',
  workScheduleName: 'text',
  workScheduleDays: 'jsonb',
  // The subscription.
  subscriptionId: 'text',
  employees: 'int4',
  redeemsCoupon: 'bool',
} as const

/**
 * The parts of a creation that store the account and its related rows, if `permit` has a row. Locks the partner's row
 * after the e-mail, so a creation that waits for a competing e-mail does not block the partner's other creations. Citus
 * executes the parts one after the other, in this order.
 */
const ACCOUNT_PARTS = `
  administrator_email AS (
    INSERT INTO administrator_emails (email_key, scope, partner_id, account_id)
    SELECT :emailKey, :emailScope, :partnerId, :accountId
    FROM permit
    RETURNING email_key
  ),
  partner AS (
    UPDATE partners
    SET account_count = account_count + 1,
        event_count = event_count + CASE WHEN :activationAuditId::text IS NULL THEN 1 ELSE 2 END
    WHERE id = :partnerId AND EXISTS (SELECT FROM administrator_email)
    RETURNING account_count AS number, event_count, coupon_id, test_of
  ),
  coupon AS (
    -- Compares with the limit, so concurrent creations never exceed it. Test partners redeem without counting.
    UPDATE coupons
    SET redemptions = redemptions + (SELECT (test_of IS NULL)::int FROM partner)
    WHERE :redeemsCoupon::boolean AND id = (SELECT coupon_id FROM partner)
      AND (expires_at IS NULL OR expires_at > statement_timestamp())
      AND (max_redemptions IS NULL OR redemptions < max_redemptions)
    RETURNING id, percent_off
  ),
  account AS (
    INSERT INTO accounts (
      id, partner_id, number, terms,
      name, trade_name, cpf, cnpj, financial_email,
      full_name, email, mobile_phone, password_hash,
      secret_hash, api_token_hash, sealed_api_token,
      subscription_status,
      activation_token_hash, activation_expires_at,
      erased_at
    )
    SELECT
      :accountId, :partnerId, partner.number, :searchTerms,
      :name, :tradeName, :cpf, :cnpj, :financialEmail,
      :fullName, :email, :mobilePhone, NULL,
      :secretHash, :apiTokenHash, :sealedApiToken,
      CASE WHEN :activationTokenHash::bytea IS NULL THEN 'pending' ELSE 'active' END,
      :activationTokenHash::bytea, statement_timestamp() + make_interval(secs => :activationValidForSeconds),
      NULL
    FROM partner
    RETURNING number
  ),
  unit AS (
    INSERT INTO units (
      id, partner_id, account_id, name,
      cep, street_name, street_number, neighborhood, complement, state, city
    )
    SELECT
      :unitId, :partnerId, :accountId, :unitName,
      :cep, :streetName, :streetNumber, :neighborhood, :complement, :state, :city
    FROM account
  ),
  work_schedule AS (
    INSERT INTO work_schedules (id, partner_id, account_id, name, days)
    SELECT :workScheduleId, :partnerId, :accountId, :workScheduleName, :workScheduleDays::jsonb
    FROM account
  ),
  audit_entry AS (
    INSERT INTO audit_entries (
      id, partner_id, account_id, position, action, subject_id, actor_kind, actor_name,
      actor_via, actor_network, reason, changes
    )
    SELECT
      change.id, :partnerId, :accountId, change.position, change.action, change.subject_id, 'portal-user', :creatorId,
      NULL, NULL, NULL, NULL
    FROM partner
    CROSS JOIN LATERAL (VALUES
      (:auditId, 'account.created', :accountId,
        partner.event_count - CASE WHEN :activationAuditId::text IS NULL THEN 0 ELSE 1 END),
      (:activationAuditId, 'subscription.activated', :subscriptionId,
        partner.event_count)
    ) AS change (id, action, subject_id, position)
    WHERE change.id IS NOT NULL
  ),
  subscription AS (
    INSERT INTO subscriptions (
      id, partner_id, account_id, employees, coupon_id, percent_off,
      status,
      activated_at, canceled_at
    )
    SELECT
      :subscriptionId, :partnerId, :accountId, :employees::int, coupon.id, coupon.percent_off,
      CASE WHEN :activationTokenHash::bytea IS NULL THEN 'pending' ELSE 'active' END,
      CASE WHEN :activationTokenHash::bytea IS NOT NULL THEN statement_timestamp() END, NULL
    FROM partner
    LEFT JOIN coupon ON true
  ),
  mail AS (
    INSERT INTO mails (
      id, partner_id, account_id, kind, priority, recipient, recipient_key,
      sealed_content, due_at,
      status,
      last_error, sent_at
    )
    SELECT
      mail.id, :partnerId, :accountId, mail.kind, mail.priority, mail.recipient, mail."recipientKey",
      decode(mail.content, 'hex'), statement_timestamp() + make_interval(secs => mail.delay),
      CASE WHEN partner.test_of IS NULL THEN 'queued' ELSE 'kept' END,
      NULL, NULL
    FROM partner
    CROSS JOIN jsonb_to_recordset(:mails::jsonb) AS mail (
      id text, kind text, priority smallint, delay integer, recipient text, "recipientKey" text, content text
    )
  )
`

/** Stores an account with everything that belongs to it. Returns no row if the partner does not exist. */
export const INSERT = statement({
  name: 'account_insert',
  parameters: ACCOUNT_PARAMETERS,
  columns: { number: 'int4' },
  text: `
    WITH permit AS (
      SELECT 1
    ),
    ${ACCOUNT_PARTS}
    SELECT number FROM partner
  `,
})

/**
 * Stores an account and the response, once per idempotency key.
 *
 * Returns one row: a number if the account was created, else the response that is stored under the key. With neither,
 * the partner does not exist, or another creation with the key is in flight or has just ended.
 *
 * A creation tries to lock the key, and creates nothing if another creation holds the lock, so it never waits for the other
 * creation's row in the unique index. If the other creation commits after this statement began, this statement cannot see
 * the stored response. The response still conflicts in the unique index, so nothing is created.
 *
 * Creations without a key use `INSERT`, because the parts that handle the key take a tenth of the database's time.
 */
export const INSERT_ONCE = statement({
  name: 'account_insert_once',
  parameters: {
    ...ACCOUNT_PARAMETERS,
    lookup: 'bytea',
    lookups: 'bytea[]',
    locks: 'int8[]',
    fingerprint: 'bytea',
    sealedResponse: 'bytea',
    ttlSeconds: 'float8',
  },
  columns: { number: 'int4?', fingerprint: 'bytea?', sealedResponse: 'bytea?' },
  text: `
    WITH earlier AS (
      SELECT fingerprint, sealed_response FROM idempotent_creations
      WHERE partner_id = :partnerId AND lookup = ANY (:lookups::bytea[]) AND expires_at > statement_timestamp()
    ),
    expired AS (
      DELETE FROM idempotent_creations
      WHERE partner_id = :partnerId AND lookup = ANY (:lookups::bytea[]) AND expires_at <= statement_timestamp()
      RETURNING lookup
    ),
    permit AS (
      INSERT INTO idempotent_creations (partner_id, lookup, fingerprint, sealed_response, account_id, expires_at)
      SELECT
        :partnerId, :lookup, :fingerprint, :sealedResponse, :accountId,
        statement_timestamp() + make_interval(secs => :ttlSeconds)
      WHERE NOT EXISTS (SELECT FROM earlier)
        -- Runs the deletion before the insertion.
        AND (SELECT count(*) FROM expired) >= 0
        AND (SELECT bool_and(pg_try_advisory_xact_lock(key)) FROM unnest(:locks::bigint[]) AS key)
      ON CONFLICT DO NOTHING
      RETURNING account_id
    ),
    ${ACCOUNT_PARTS}
    SELECT partner.number, earlier.fingerprint, earlier.sealed_response AS "sealedResponse"
    FROM (VALUES (1)) AS one_row
    LEFT JOIN partner ON true
    LEFT JOIN earlier ON true
  `,
})
