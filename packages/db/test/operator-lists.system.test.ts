import { AUDIT_ACTIONS, firstIdAt } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../src/index.ts'
import { ACTIVITY } from '../src/sql/activity-statements.ts'
import { COUNTED, RECENT_PERIODS, WAITING } from '../src/sql/figure-statements.ts'
import { ACCOUNTS, SUBSCRIPTIONS } from '../src/sql/operator-account-statements.ts'
import { AUDIT_ENTRIES, MAILS, PARTNERS, PORTAL_USERS, wordsOf } from '../src/sql/operator-statements.ts'
import type { FilteredStatement } from '../src/sql/filtered-statement.ts'
import { explain, type PlanNode, rowsRead } from './explain.ts'
import { databasesOfThisFile, SERVER_MISSING } from './opened-databases.ts'

const ACCOUNTS_STORED = Number(process.env['OPERATOR_LISTS_ACCOUNTS'] ?? 30_000)
/** Half of the accounts belong to the first one, and a tenth to the third one. */
const PARTNERS_STORED = 300
const LIMIT = 50
/** Far fewer than there are. A record of a page takes a lookup in up to six tables, and a rare value may be sorted. */
const MAX_ROWS = 1_500

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
    SELECT lpad(to_hex(i), 24, '0'), 'Revenda ' || i, 'revenda ' || i, 0 FROM generate_series(0, ${PARTNERS_STORED - 1}) AS i;
  INSERT INTO accounts (id, partner_id, number, created_at, secret_hash)
    SELECT id, partner_id, i, at, sha256(id::bytea) FROM seeded;
  INSERT INTO employers (partner_id, number, name, trade_name, cnpj)
    SELECT partner_id, i, 'Empresa ' || i, 'Empresa', lpad((i / 2)::text, 14, '0') FROM seeded;
  INSERT INTO administrators (partner_id, account_id, full_name, email, mobile_phone)
    SELECT partner_id, id, 'Maria', 'maria' || i || '@empresa.example', '11987654321' FROM seeded;
  INSERT INTO subscriptions (id, partner_id, account_id, status, employees)
    SELECT id, partner_id, id,
      CASE WHEN i % 997 = 0 THEN 'pending' WHEN i % 499 = 0 THEN 'canceled' ELSE 'active' END, 5
    FROM seeded;
  INSERT INTO mails (id, kind, recipient, status, sealed_content, partner_id, account_id, sent_at)
    SELECT id, CASE WHEN i % 1999 = 0 THEN 'password-reset' ELSE 'administrator-welcome' END,
      'maria' || i || '@empresa.example', CASE WHEN i % 997 = 0 THEN 'failed' ELSE 'sent' END,
      CASE WHEN i % 997 = 0 THEN '\\x00'::bytea END, partner_id, id, CASE WHEN i % 997 = 0 THEN NULL ELSE at END
    FROM seeded;
  INSERT INTO audit_entries (id, at, actor_kind, actor_name, action, subject_id, partner_id, account_id)
    SELECT id, at, CASE WHEN i % 997 = 0 THEN 'internal' ELSE 'portal-user' END,
      CASE WHEN i % 997 = 0 THEN 'ops' ELSE partner_id END,
      CASE WHEN i % 997 = 0 THEN 'subscription.activated' ELSE 'account.created' END, id, partner_id, id
    FROM seeded;
  INSERT INTO portal_users (id, partner_id, email, name, terms, status, permissions)
    SELECT id, id, 'ana' || id || '@revenda.example', 'Ana', 'ana ana' || id || ' revenda example', 'invited', '{}' FROM partners;
  INSERT INTO account_creations
    SELECT to_timestamp(extract(epoch FROM at)::bigint / 900 * 900), count(*) FROM seeded GROUP BY 1;
  DROP TABLE seeded;
  SET session_replication_role = origin;
  ANALYZE;`

describe.skipIf(SERVER_MISSING)(
  `Statements of operators with ${ACCOUNTS_STORED} accounts (skipped: no PostgreSQL installed)`,
  () => {
    const { openMigrated, startServer } = databasesOfThisFile()
    let database: Database
    beforeAll(async () => {
      database = await openMigrated({ url: (await startServer()).url, statementTimeoutMs: 600_000 })
      // One connection: the temporary table belongs to it.
      const client = await database.pool.connect()
      for (const statement of SEED.split(';\n')) await client.query(statement)
      client.release(true)
      // Index-only scans read no rows of pages that are known to be visible.
      await database.pool.query('VACUUM')
    }, 600_000)

    const page = { limit: LIMIT + 1 }
    const cursor = firstIdAt(new Date(START + (END - START) / 2))
    const large = '0'.repeat(24)
    const medium = large.slice(0, -1) + '2'
    const small = large.slice(0, -1) + '1'
    const fromId = cursor
    const toId = firstIdAt(new Date(END - HOUR_MS))
    const email = 'maria1500@empresa.example' as never
    const cnpj = '00000000000700'
    const activity = { partnerId: large, actions: AUDIT_ACTIONS, fromId: '', beforeId: 'g', ...page }

    /** Explains a list with these filters. */
    const list = (statements: unknown, filter: object) =>
      explain(database.pool, ...(statements as FilteredStatement<object, object>).of({ ...filter, ...page }))

    it.each<[title: string, read: () => Promise<PlanNode>]>([
      ...[{}, { status: 'suspended' as const }, wordsOf('venda 29')].map(
        (filter): [string, () => Promise<PlanNode>] => [
          `partners ${JSON.stringify(filter)}`,
          () => list(PARTNERS, filter),
        ],
      ),
      ...[
        {},
        { partnerId: small },
        { status: 'active' as const },
        wordsOf('00012a'),
        wordsOf('evenda'),
        { partnerId: small, ...wordsOf('vend') },
      ].map((filter): [string, () => Promise<PlanNode>] => [
        `portal users ${JSON.stringify(filter)}`,
        () => list(PORTAL_USERS, filter),
      ]),
      ...[
        {},
        { cursor },
        { partnerId: large },
        { partnerId: small },
        { email },
        { cnpj },
        { cnpj, partnerId: large },
      ].map((filter): [string, () => Promise<PlanNode>] => [
        `accounts ${JSON.stringify(filter)}`,
        () => list(ACCOUNTS, filter),
      ]),
      ...[
        ...[{}, { cursor }, { status: 'pending' as const }, { status: 'canceled' as const, cursor }],
        ...[{ partnerId: large }, { partnerId: medium }, { partnerId: small }, { partnerId: large, cursor }],
        ...[
          { partnerId: large, status: 'pending' as const },
          { partnerId: small, status: 'pending' as const },
          { partnerId: medium, status: 'pending' as const },
          { partnerId: large, status: 'canceled' as const, cursor },
        ],
      ].map((filter): [string, () => Promise<PlanNode>] => [
        `subscriptions ${JSON.stringify(filter)}`,
        () => list(SUBSCRIPTIONS, filter),
      ]),
      ...[
        ...[{}, { cursor }, { status: 'failed' as const }, { recipient: email }, { fromId, toId }],
        ...[
          { kind: 'password-reset' as const },
          { kind: 'administrator-welcome' as const },
          { partnerId: large },
          { partnerId: small },
          { accountId: cursor },
        ],
        ...[
          { partnerId: large, status: 'failed' as const },
          { partnerId: large, kind: 'password-reset' as const },
          { status: 'failed' as const, fromId, toId },
          { status: 'sent' as const, kind: 'password-reset' as const },
        ],
      ].map((filter): [string, () => Promise<PlanNode>] => [
        `mails ${JSON.stringify(filter)}`,
        () => list(MAILS, filter),
      ]),
      ...[
        ...[{}, { cursor }, { partnerId: large }, { accountId: cursor }, { recordId: cursor }, { fromId, toId }],
        ...[{ actorKind: 'internal' }, { actorKind: 'internal', actorName: 'ops' }, { actorKind: 'portal-user' }],
        ...[{ action: 'subscription.activated' }, { creations: true as const }],
        ...[
          { partnerId: large, action: 'subscription.activated' },
          { action: 'subscription.activated', fromId, toId },
        ],
      ].map((filter): [string, () => Promise<PlanNode>] => [
        `audit entries ${JSON.stringify(filter)}`,
        () => list(AUDIT_ENTRIES, filter),
      ]),
      ['audit entries of a partner, by action', () => list(ACTIVITY, activity)],
      ['audit entries of a portal user', () => list(ACTIVITY, { ...activity, actorId: large })],
    ])('a page of %s reads few rows', async (_title, read) => {
      expect(rowsRead(await read())).toBeLessThanOrEqual(MAX_ROWS)
    })

    it('the figures read the accounts of the open periods only, and at most as many waiting records as they count', async () => {
      const waiting = { limitedSince: new Date(), countTo: 10 }
      expect(rowsRead(await explain(database.pool, WAITING, waiting))).toBeLessThanOrEqual(50)
      const days = { starts: [new Date(END - HOUR_MS)], ends: [new Date(END)] }
      expect(rowsRead(await explain(database.pool, COUNTED, days))).toBeLessThanOrEqual(100)
      const open = { from: new Date(END - 60_000), to: new Date(END + 60_000) }
      expect(rowsRead(await explain(database.pool, RECENT_PERIODS, open))).toBeLessThanOrEqual(62)
    })
  },
)
