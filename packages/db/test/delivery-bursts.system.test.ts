import { CLAIM_SECONDS, type Claimed, type DeliveryOutcome, type DeliveryQueue } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../src/index.ts'
import { recordPlans, type PlanRecorder, totalRowsRead } from './explain.ts'
import { databasesOfThisFile, SERVER_MISSING } from './opened-databases.ts'

const CLAIMED = 50
/** Connections reuse a plan after five executions. */
const BEFORE_THE_BURST = 10
const BURST = 5_000
/** Statements may read the whole table a few times, but not once for each of the 50 claimed deliveries. */
const MAX_ROWS = 10 * BURST

/** Endpoints of ten partners. */
const ENDPOINTS = `
  INSERT INTO partners (id, name) SELECT 'p' || n, 'Revenda Estrela' FROM generate_series(0, 9) AS n;
  INSERT INTO webhook_endpoints (partner_id, id, url, types, status, sealed_secret, position)
  SELECT 'p' || n % 10, 'e' || n, 'https://revenda.example', '{}', 'active', '\\x00', 0 FROM generate_series(0, 99) AS n`

/** Each adds $1 deliveries. */
const ADD = {
  mails: `
    INSERT INTO mails (id, kind, recipient, recipient_key, partner_id, sealed_content)
    SELECT gen_random_uuid(), 'password-reset', 'ana', 'ana', 'p' || n % 10, '\\x00' FROM generate_series(1, $1::int) AS n`,
  webhook_deliveries: `
    INSERT INTO webhook_deliveries (id, partner_id, endpoint_id, event_id, type, position, account_id)
    SELECT gen_random_uuid(), 'p' || n % 10, 'e' || n % 100, 'event', 'account.corrected', n, 'a' || n % 800
    FROM generate_series(1, $1::int) AS n`,
}

describe.skipIf(SERVER_MISSING)('A burst after a quiet time (requires PostgreSQL)', () => {
  const { openMigrated, startServer } = databasesOfThisFile()
  let database: Database
  let plansOf: PlanRecorder
  beforeAll(async () => {
    database = await openMigrated({ url: (await startServer()).url })
    // Keeps the statistics of the tables from before the burst.
    await database.pool.query('ALTER SYSTEM SET autovacuum = off')
    await database.pool.query('SELECT pg_reload_conf()')
    await database.pool.query(`SET session_replication_role = replica; ${ENDPOINTS}; RESET session_replication_role`)
    plansOf = await recordPlans(database.pool)
  })

  it('of mails of one partner is claimed with a mail of another, and few candidates are read', async () => {
    const queue = (partnerId: string, count: number) =>
      database.pool.query(
        `INSERT INTO mails (id, kind, recipient, recipient_key, partner_id, sealed_content)
         SELECT gen_random_uuid(), 'password-reset', 'ana', 'ana', $1, '\\x00' FROM generate_series(1, $2::int) AS n`,
        [partnerId, count],
      )
    await queue('busy', BURST)
    await queue('other', 1)
    await database.pool.query('ANALYZE mails')
    const plans = await plansOf(async () => {
      const mails = await database.mailQueue.claim(CLAIMED, CLAIM_SECONDS)
      expect(mails).toHaveLength(CLAIMED)
      expect(mails.map(({ partnerId }) => partnerId)).toContain('other')
    })
    // The queries of due mails read four candidates for each place, and up to `CLAIMED` mails of each partner.
    const queries = plans.filter((plan) => plan['Node Type'] === 'Limit')
    expect(queries.length).toBeGreaterThan(1)
    expect(totalRowsRead(queries)).toBeLessThan(6 * CLAIMED)
    await database.pool.query('TRUNCATE mails')
  })

  it('of mails is claimed and recorded without reading all mails for each of them', async () => {
    expect(await countRowsOfBatch('mails', () => deliver(database.mailQueue, undefined))).toBeLessThan(MAX_ROWS)
  })

  it('of webhook deliveries is claimed and recorded without reading all deliveries for each of them', async () => {
    const report = { status: 200, body: '', durationMs: 1, isGone: false }
    const work = () => deliver(database.webhookQueue, report)
    expect(await countRowsOfBatch('webhook_deliveries', work)).toBeLessThan(MAX_ROWS)
  })

  /** Returns the rows that a batch reads after a burst, with plans made before it. */
  async function countRowsOfBatch(table: keyof typeof ADD, work: () => Promise<number>): Promise<number> {
    for (let times = 0; times < BEFORE_THE_BURST; times++) {
      await add(table, 1)
      expect(await work()).toBe(1)
    }
    await add(table, BURST)
    const plans = await plansOf(async () => expect(await work()).toBe(CLAIMED))
    return totalRowsRead(plans)
  }

  async function deliver<Delivery extends Claimed, Report>(
    queue: Pick<DeliveryQueue<Delivery, Report>, 'claim'> & {
      record(outcomes: readonly DeliveryOutcome<Delivery, Report>[]): Promise<unknown>
    },
    report: Report,
  ): Promise<number> {
    const claimed = await queue.claim(CLAIMED, CLAIM_SECONDS)
    await queue.record(claimed.map((delivery) => ({ delivery, report })))
    return claimed.length
  }

  const add = (table: keyof typeof ADD, count: number) => database.pool.query(ADD[table], [count])
})
