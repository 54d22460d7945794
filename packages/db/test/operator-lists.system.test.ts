import { firstIdAt, type ListRequest, MAX_COUNT, type RecordQueries } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../src/index.ts'
import { recordPlans, type PlanRecorder, rowsReadOf, totalRowsRead } from './explain.ts'
import { databasesOfThisFile, SERVER_MISSING } from './opened-databases.ts'

const ACCOUNTS_STORED = Number(process.env['OPERATOR_LISTS_ACCOUNTS'] ?? 30_000)
/** Half of the accounts belong to the first partner, and a tenth to the third. */
const PARTNERS_STORED = 300
/** The last partners are test partners. In every list, their accounts lie between those of live partners. */
const TEST_PARTNERS = 60
const LIMIT = 50
/** Far fewer than there are records. Each record of a page is looked up in up to six tables, and rare ones may be sorted. */
const MAX_ROWS = 1_500
/** Counting stops at `MAX_COUNT` matches. For a frequent value, it reads the table, where every second row matches. */
const MAX_COUNTED_ROWS = 2.5 * MAX_COUNT

const HOUR_MS = 3_600_000
const START = Date.parse('2026-01-01T00:00:00Z')
const END = START + ACCOUNTS_STORED * 1000

/** Stores records as the service would have: an account a second, few of them pending, few mails failed. */
const SEED = `
  SET session_replication_role = replica;
  CREATE TEMPORARY TABLE seeded AS
    SELECT i, lpad(to_hex(${START} + i * 1000::bigint), 12, '0') || lpad(to_hex(i), 12, '0') AS id,
      lpad(to_hex(CASE WHEN i % 2 = 0 THEN 0 WHEN i % 5 = 0 THEN 2 ELSE i % ${PARTNERS_STORED} END), 24, '0') AS partner_id,
      to_timestamp(${START / 1000} + i) AS at
    FROM generate_series(1, ${ACCOUNTS_STORED}) AS i;
  INSERT INTO partners (id, name, terms, account_count)
    SELECT lpad(to_hex(i), 24, '0'), 'Revenda ' || i, ' revenda ' || i, 0 FROM generate_series(0, ${PARTNERS_STORED - 1}) AS i;
  UPDATE partners SET test_of = lpad(substr(id, 13), 24, 'e') WHERE id >= lpad(to_hex(${PARTNERS_STORED - TEST_PARTNERS}), 24, '0');
  INSERT INTO accounts (id, partner_id, number, created_at, terms, name, trade_name, cnpj, full_name, email, mobile_phone, secret_hash, subscription_status)
    SELECT id, partner_id, i, at, 'empresa', 'Empresa ' || i, 'Empresa', lpad((i / 2)::text, 14, '0'),
      'Maria', 'maria' || i || '@empresa.example', '11987654321', sha256(id::bytea),
      CASE WHEN i % 997 = 0 THEN 'pending' WHEN i % 499 = 0 THEN 'canceled' ELSE 'active' END
    FROM seeded;
  INSERT INTO subscriptions (id, partner_id, account_id, status, employees)
    SELECT id, partner_id, id,
      CASE WHEN i % 997 = 0 THEN 'pending' WHEN i % 499 = 0 THEN 'canceled' ELSE 'active' END, 5
    FROM seeded;
  INSERT INTO mails (id, kind, recipient, recipient_key, status, sealed_content, partner_id, account_id, sent_at)
    SELECT id, CASE WHEN i % 1999 = 0 THEN 'password-reset' ELSE 'administrator-welcome' END,
      'maria' || i || '@empresa.example', 'maria' || i || '@empresa.example', CASE WHEN i % 997 = 0 THEN 'failed' ELSE 'sent' END,
      CASE WHEN i % 997 = 0 THEN '\\x00'::bytea END, partner_id, id, CASE WHEN i % 997 = 0 THEN NULL ELSE at END
    FROM seeded;
  INSERT INTO audit_entries (id, at, actor_kind, actor_name, action, subject_id, partner_id, account_id)
    SELECT id, at, CASE WHEN i % 997 = 0 THEN 'internal' ELSE 'portal-user' END,
      CASE WHEN i % 997 = 0 THEN 'ops' ELSE partner_id END,
      CASE WHEN i % 997 = 0 THEN 'subscription.activated' ELSE 'account.created' END, id, partner_id, id
    FROM seeded;
  INSERT INTO portal_users (id, partner_id, email, name, terms, status, permissions)
    SELECT id, id, 'ana' || id || '@revenda.example', 'Ana', ' ana ana' || id || ' revenda example', 'invited', '{}' FROM partners;
  INSERT INTO account_creations
    SELECT to_timestamp(extract(epoch FROM at)::bigint / 900 * 900), count(*) FROM seeded GROUP BY 1;
  DROP TABLE seeded;
  SET session_replication_role = origin;
  ANALYZE;`

describe.skipIf(SERVER_MISSING)(`Lists of operators with ${ACCOUNTS_STORED} accounts (requires PostgreSQL)`, () => {
  const { openMigrated, startServer } = databasesOfThisFile()
  let database: Database
  let plansOf: PlanRecorder
  beforeAll(async () => {
    database = await openMigrated({ url: (await startServer()).url, statementTimeoutMs: 600_000 })
    // All statements use one connection, because the temporary table belongs to it.
    const client = await database.pool.connect()
    for (const statement of SEED.split(';\n')) await client.query(statement)
    client.release(true)
    // Index-only scans read no rows of pages that are known to be visible.
    await database.pool.query('VACUUM')
    plansOf = await recordPlans(database.pool)
  }, 600_000)

  const page = { limit: LIMIT }
  const middle = ACCOUNTS_STORED / 2
  const cursor = firstIdAt(new Date(START + middle * 1000))
  /** The id of the account in the middle, as the seed composes it. */
  const accountId = cursor.slice(0, 12) + middle.toString(16).padStart(12, '0')
  const large = '0'.repeat(24)
  const medium = large.slice(0, -1) + '2'
  const small = large.slice(0, -1) + '1'
  const from = new Date(START + middle * 1000)
  const to = new Date(END - HOUR_MS)
  const email = 'maria1500@empresa.example' as never
  const taxId = { kind: 'cnpj', value: '00000000000700' } as const
  const ofUser = { kind: 'portal-user', name: large } as const
  const internal = { kind: 'internal', name: undefined } as const

  type List = 'partners' | 'portalUsers' | 'accounts' | 'subscriptions' | 'mails' | 'auditEntries'
  const FILTERS: { [Name in List]: (Parameters<RecordQueries[Name]>[0] & { cursor?: string })[] } = {
    partners: [{}, { includeTest: true }, { status: 'suspended' }, { name: 'venda 29' }],
    portalUsers: [
      {},
      { partnerId: small },
      { status: 'active' as const },
      { email: '00012a' },
      { email: 'evenda' },
      { partnerId: small, email: 'vend' },
    ],
    accounts: [
      {},
      { cursor },
      { partnerId: large },
      { partnerId: small },
      { partnerId: large, cursor },
      { includeTest: true },
      { email },
      { taxId },
      { taxId, partnerId: large },
      { status: 'pending' as const },
      { status: 'active' as const, cursor },
      ...[large, medium, small].map((partnerId) => ({ partnerId, status: 'pending' as const })),
      { partnerId: large, status: 'canceled', cursor },
      { status: 'pending', from, to },
    ],
    subscriptions: [
      {},
      { cursor },
      { status: 'pending' as const },
      { status: 'canceled' as const, cursor },
      { status: 'pending', cursor },
      { partnerId: large },
      { partnerId: medium },
      { partnerId: small },
      { partnerId: large, cursor },
      ...[large, medium, small].map((partnerId) => ({ partnerId, status: 'pending' as const })),
      { partnerId: large, status: 'canceled', cursor },
    ],
    mails: [
      {},
      { cursor },
      { status: 'failed' as const },
      { recipient: email },
      { from, to },
      { accountId },
      { kind: 'password-reset' as const },
      { kind: 'administrator-welcome' as const },
      { partnerId: large },
      { partnerId: small },
      { partnerId: large, status: 'failed' as const },
      { partnerId: large, kind: 'password-reset' as const },
      { status: 'failed' as const, from, to },
      { status: 'sent', kind: 'password-reset' },
    ],
    auditEntries: [
      {},
      { cursor },
      { partnerId: large },
      { accountId },
      { recordId: accountId },
      { from, to },
      { actor: internal },
      { actor: { ...internal, name: 'ops' } },
      { actor: { ...ofUser, name: undefined } },
      { actor: ofUser },
      { action: 'subscription.activated' },
      { action: 'account.created' },
      { partnerId: large, action: 'subscription.activated' },
      { action: 'subscription.activated', from, to },
    ],
  }

  const lists = Object.entries(FILTERS).flatMap(([name, filters]) =>
    filters.map((filter): [List, string, object & { cursor?: string }] => [
      name as List,
      JSON.stringify(filter),
      filter,
    ]),
  )
  const countRowsRead = async (work: () => Promise<unknown>) => {
    const plans = await plansOf(work)
    expect(plans.length).toBeGreaterThan(0)
    return totalRowsRead(plans)
  }
  it.each(lists)(
    'a page of %s %s reads few rows in either order, and a total does not read all',
    async (name, _title, { cursor, ...filter }) => {
      const list = database.stores.records[name] as (filter: object, page: ListRequest) => Promise<unknown>
      for (const order of ['newest', 'oldest'] as const)
        expect(await countRowsRead(() => list(filter, { ...page, cursor, order }))).toBeLessThanOrEqual(MAX_ROWS)
      const counted = await countRowsRead(() => list(filter, { ...page, withTotal: true }))
      expect(counted).toBeLessThanOrEqual(MAX_COUNTED_ROWS)
    },
  )

  it('the figures read the accounts of the open periods and the 15 minutes before, and at most as many waiting records as they count', async () => {
    const { records } = database.stores
    const waiting = await countRowsRead(() => records.waiting({ limitedSince: new Date(), countTo: 10 }))
    // Reads every partner to find the test partners.
    expect(waiting).toBeLessThanOrEqual(PARTNERS_STORED + 100)
    const hour = { start: new Date(END - HOUR_MS), end: new Date(END) }
    // 900 accounts are created in 15 minutes.
    expect(await countRowsRead(() => records.accountsCreated([hour]))).toBeLessThanOrEqual(1_000)
  })

  it("the retention of test partners' records reads none of live partners", async () => {
    const accounts = 300
    const { pool } = database
    // Leaves one test partner, which the next statement adds.
    await pool.query('UPDATE partners SET test_of = NULL')
    await pool.query(
      `INSERT INTO partners (id, name, account_count, test_of) VALUES ('${'f'.repeat(24)}', 'Teste', ${accounts}, '${large}')`,
    )
    await pool.query(`
        INSERT INTO accounts (id, partner_id, number, created_at, terms, name, trade_name, cnpj, full_name, email, mobile_phone, secret_hash)
        SELECT '${firstIdAt(new Date(START)).slice(0, 12)}' || lpad(to_hex(i), 12, '0'), '${'f'.repeat(24)}', i, to_timestamp(${START / 1000}),
          '', '', '', '00000000000000', '', 'teste' || i || '@empresa.example', '11987654321', sha256('')
        FROM generate_series(1, ${accounts}) AS i`)
    await pool.query('ANALYZE partners, accounts')
    const plans = await plansOf(() => database.deleteExpired({ mailDays: 10_000, rejectionDays: 30 }, 100))
    // Each deleted account is found, counted and deleted.
    expect(rowsReadOf('accounts', plans)).toBeLessThanOrEqual(5 * accounts)
    for (const table of ['mails', 'audit_entries', 'subscriptions', 'units'])
      expect(rowsReadOf(table, plans), table).toBeLessThanOrEqual(accounts)
  })
})
