import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../src/index.ts'
import { databasesOfThisFile } from './opened-databases.ts'
import { SECOND_ROW_CHANGES, type Row, SAMPLE_ROWS } from './sample-rows.ts'

const { openMigrated } = databasesOfThisFile()

/** For each constraint or unique index: the table, and changes to a further row that must violate it. */
const VIOLATIONS: Record<string, [table: string, ...rows: Row[]]> = {
  partners_pkey: ['partners', { id: 'partner' }],
  partners_coupon_id_fkey: ['partners', { coupon_id: 'unknown' }],
  partners_status_check: ['partners', { status: 'undecided' }],
  partners_rate_limit_check: ['partners', { rate_limit: 0 }, { rate_limit_until: '2099-12-31' }],
  partners_deleted_accounts_check: ['partners', { deleted_accounts: 1 }],
  partners_test_of_check: ['partners', { id: 'test', test_of: 'test' }],
  partners_test_of_key: ['partners', { id: 'second test', test_of: 'live-partner' }],
  coupons_pkey: ['coupons', { id: 'coupon' }],
  coupons_code_key: ['coupons', { code: 'WELCOME' }],
  coupons_redemptions_check: ['coupons', { redemptions: -1 }, { redemptions: 4, max_redemptions: 3 }],
  portal_users_pkey: ['portal_users', { id: 'user' }],
  portal_users_partner_id_fkey: ['portal_users', { partner_id: 'unknown' }],
  portal_users_email_key: ['portal_user_emails', { email_key: 'ana@revenda.example' }],
  portal_users_kind_check: [
    'portal_users',
    {
      kind: 'undecided',
      // Links would violate another check, because only people have them.
      activation_token_hash: null,
      activation_expires_at: null,
      reset_token_hash: null,
      reset_expires_at: null,
    },
  ],
  portal_users_status_check: ['portal_users', { status: 'undecided' }],
  portal_users_permissions_check: ['portal_users', { permissions: ['accounts:read', 'accounts:destroy'] }],
  portal_users_password_check: ['portal_users', { password_hash: null }, { status: 'invited' }],
  portal_users_activation_check: ['portal_users', { activation_expires_at: null }],
  portal_users_reset_check: ['portal_users', { reset_expires_at: null }],
  portal_users_previous_password_check: ['portal_users', { previous_password_hash: 'hash' }],
  portal_users_erased_check: ['portal_users', { erased_at: new Date(0) }],
  portal_users_integration_check: ['portal_users', { kind: 'integration' }],
  second_factors_pkey: ['second_factors', { user_id: 'user' }],
  second_factors_partner_id_user_id_fkey: ['second_factors', { user_id: 'unknown' }],
  portal_sessions_pkey: ['portal_sessions', { id: 'session' }],
  portal_sessions_partner_id_user_id_fkey: ['portal_sessions', { user_id: 'unknown' }],
  accounts_pkey: ['accounts', { id: '65f04c1e9b2d3a7f80c1e5a2' }],
  accounts_partner_id_fkey: ['accounts', { partner_id: 'unknown' }],
  accounts_partner_id_number_key: ['accounts', { number: 1 }],
  accounts_api_token_check: ['accounts', { api_token_hash: null }, { sealed_api_token: null }],
  administrators_email_key: ['administrator_emails', { email_key: 'maria@estrela.example' }],
  accounts_erased_check: ['accounts', { erased_at: new Date(0), cnpj: null }],
  accounts_tax_id_check: ['accounts', { cnpj: null }, { cpf: '52998224725' }],
  accounts_activation_check: ['accounts', { activation_expires_at: null }],
  accounts_activated_check: ['accounts', { administrator_activated: true }, { password_hash: '$argon2id$' }],
  units_pkey: ['units', { id: 'unit' }],
  units_partner_id_account_id_fkey: ['units', { account_id: 'unknown' }],
  work_schedules_pkey: ['work_schedules', { id: 'schedule' }],
  work_schedules_partner_id_account_id_fkey: ['work_schedules', { account_id: 'unknown' }],
  subscriptions_pkey: ['subscriptions', { id: 'subscription' }],
  subscriptions_partner_id_account_id_fkey: ['subscriptions', { account_id: 'unknown' }],
  subscriptions_coupon_id_fkey: ['subscriptions', { coupon_id: 'unknown' }],
  subscriptions_status_check: ['subscriptions', { status: 'undecided' }],
  subscriptions_coupon_check: ['subscriptions', { coupon_id: null }, { percent_off: null }],
  idempotent_creations_pkey: ['idempotent_creations', { lookup: Buffer.alloc(32, 4) }],
  provoked_failures_pkey: ['provoked_failures', { lookup: Buffer.alloc(32, 16) }],
  logged_requests_pkey: ['logged_requests', { id: 'request' }],
  mails_pkey: ['mails', { id: 'mail' }],
  mails_status_check: ['mails', { status: 'undecided' }],
  mails_content_check: ['mails', { sealed_content: null }, { status: 'sent', sent_at: new Date() }],
  mails_sent_check: ['mails', { sent_at: new Date() }, { status: 'sent', sealed_content: null }],
  webhook_endpoints_pkey: ['webhook_endpoints', { id: 'webhook' }],
  webhook_endpoints_partner_id_fkey: ['webhook_endpoints', { partner_id: 'unknown' }],
  webhook_endpoints_status_check: ['webhook_endpoints', { status: 'undecided' }],
  webhook_endpoints_previous_check: ['webhook_endpoints', { previous_expires_at: '2099-12-31' }],
  webhook_deliveries_pkey: ['webhook_deliveries', { id: 'delivery' }],
  webhook_deliveries_partner_id_endpoint_id_fkey: ['webhook_deliveries', { endpoint_id: 'unknown' }],
  webhook_deliveries_status_check: ['webhook_deliveries', { status: 'undecided' }],
  operator_sessions_pkey: ['operator_sessions', { id: 'session' }],
  operator_sessions_creator_session_id_fkey: ['operator_sessions', { creator_session_id: 'unknown' }],
  operator_sign_in_links_creator_session_id_fkey: ['operator_sign_in_links', { creator_session_id: 'unknown' }],
  operator_sessions_role_check: ['operator_sessions', { role: 'undecided' }],
  operator_sign_in_links_role_check: ['operator_sign_in_links', { role: 'undecided' }],
  operator_sign_in_links_pkey: ['operator_sign_in_links', { token_hash: Buffer.alloc(32, 14) }],
  rate_limit_rejections_pkey: ['rate_limit_rejections', { partner_id: 'partner' }],
  account_creations_pkey: ['account_creations', { starts_at: new Date('2026-11-21T00:00:00Z') }],
  page_files_pkey: ['page_files', { name: 'index-1.js' }],
  notes_pkey: ['notes', { id: 'note' }],
  notes_partner_id_fkey: ['notes', { partner_id: 'unknown' }],
  audit_entries_pkey: ['audit_entries', { id: 'entry' }],
  audit_entries_position_key: ['audit_entries', { position: 1 }],
  audit_entries_actor_check: ['audit_entries', { actor_kind: 'somebody' }],
}

const TEXT_TOO_LONG = '22001'
const RESTRICT_VIOLATION = '23001'

/** These tables are not distributed by partner. */
const TABLES_WITHOUT_PARTNER = [
  'partners',
  'coupons',
  'operator_sessions',
  'operator_sign_in_links',
  'account_creations',
  'page_files',
  '_prisma_migrations',
]

describe('the database schema', () => {
  let database: Database
  beforeAll(async () => {
    database = await openMigrated({ directory: undefined })
    for (const [table, row] of Object.entries(SAMPLE_ROWS)) await insert(table, row)
  })

  const insert = (table: string, row: Row) => {
    const places = Object.keys(row).map((_column, index) => `$${index + 1}`)
    const statement = `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})`
    return database.pool.query(statement, Object.values(row))
  }
  const names = async (sql: string, values: unknown[] = []) =>
    (await database.pool.query<{ name: string }>(sql, values)).rows.map(({ name }) => name)

  it.each(Object.entries(VIOLATIONS))('rejects rows that violate %s', async (constraint, [table, ...rows]) => {
    for (const row of rows) {
      const rejected = insert(table, { ...SAMPLE_ROWS[table], ...SECOND_ROW_CHANGES[table], ...row })
      await expect(rejected).rejects.toMatchObject({ constraint })
    }
  })

  it('has only constraints that these tests violate', async () => {
    const constraints = await names(`
      SELECT conname AS name FROM pg_constraint JOIN pg_namespace n ON n.oid = connamespace
      WHERE n.nspname = 'public' AND contype IN ('c', 'f', 'p', 'u') AND conrelid::regclass::text <> '_prisma_migrations'`)
    const uniqueIndexes = await names(`
      SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indisunique AND NOT indisprimary
        AND indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`)
    expect(Object.keys(VIOLATIONS).sort()).toEqual([...constraints, ...uniqueIndexes].sort())
  })

  it('has no unique index, and no foreign key, that prevents the distribution of a table by partner', async () => {
    // The tables of these indexes are distributed by the unique column.
    const distributedByUniqueColumn = ['administrators_email_key', 'portal_users_email_key']
    const indexesWithoutPartner = await names(
      `SELECT indexrelid::regclass::text AS name FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
      WHERE indisunique AND attname <> 'partner_id' AND indrelid::regclass::text <> ALL($1)
        AND indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
      [TABLES_WITHOUT_PARTNER],
    )
    expect(indexesWithoutPartner.sort()).toEqual(distributedByUniqueColumn.sort())
    // A foreign key has no ON UPDATE action (`a`: NO ACTION), and starts with partner_id. Coupons and operator sessions
    // have no partner.
    const invalidForeignKeys = await names(`
      SELECT conname AS name FROM pg_constraint
      WHERE contype = 'f' AND (confupdtype <> 'a' OR pg_get_constraintdef(oid) !~ '^FOREIGN KEY \\((partner_id|coupon_id|creator_session_id)')`)
    expect(invalidForeignKeys).toEqual([])
  })

  it.each([
    ['accounts', 'full_name', 200],
    ['units', 'street_number', 6],
  ])('limits %s.%s to %d characters', async (table, column, length) => {
    const update = (text: string) => database.pool.query(`UPDATE ${table} SET ${column} = $1`, [text])
    await expect(update('x'.repeat(length + 1))).rejects.toMatchObject({ code: TEXT_TOO_LONG })
    // JavaScript would count each of these characters twice.
    expect((await update('𝒜'.repeat(length))).rowCount).toBe(1)
  })

  it.each([
    ['a partner that has accounts', "DELETE FROM partners WHERE id = 'partner'"],
    ['an account that has a subscription', 'DELETE FROM accounts'],
    ['a coupon that was redeemed', 'DELETE FROM coupons'],
  ])('rejects the deletion of %s', async (_case, statement) => {
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: RESTRICT_VIOLATION })
  })
})
