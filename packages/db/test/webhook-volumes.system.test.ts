import { deleteWebhook, LIMITS, listOwnWebhooks, MAX_COUNT, type Transact } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../src/index.ts'
import { recordPlans, rowsReadOf } from './explain.ts'
import { databasesOfThisFile, SERVER_MISSING } from './opened-databases.ts'
import { addPartner } from './store-contracts.ts'

/** More than a count counts. */
const MANY = 2 * MAX_COUNT
const { perPartner, deletedPerTransaction } = LIMITS.webhooks
const ACTOR = { kind: 'internal', name: 'test' } as const
/** Connections reuse a plan after five executions. */
const EXECUTIONS = 7

/** Adds $2 endpoints to the partner $1. */
const ADD_ENDPOINTS = `
  INSERT INTO webhook_endpoints (partner_id, id, url, status, sealed_secret, position)
  SELECT $1, $1 || n, 'https://revenda.example', 'active', '\\x00', 0 FROM generate_series(1, $2::int) AS n`
/** Adds $2 deliveries to each endpoint of the partner $1: all of today, and a few of them queued or failed. */
const ADD_DELIVERIES = `
  INSERT INTO webhook_deliveries (id, partner_id, endpoint_id, event_id, type, position, status)
  SELECT lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || lpad(to_hex(n), 6, '0') || right(e.id, 6),
    e.partner_id, e.id, 'event', 'account.corrected', n,
    CASE WHEN n % 1000 = 0 THEN 'queued' WHEN n % 1000 = 1 THEN 'failed' ELSE 'sent' END
  FROM webhook_endpoints AS e, generate_series(1, $2::int) AS n WHERE e.partner_id = $1`

describe.skipIf(SERVER_MISSING)('Endpoints with many deliveries (requires PostgreSQL)', () => {
  const { openMigrated, startServer } = databasesOfThisFile()
  let database: Database
  beforeAll(async () => {
    database = await openMigrated({ url: (await startServer()).url, statementTimeoutMs: 600_000 })
  })

  /** Returns the id of a partner with endpoints and their deliveries. */
  async function addEndpoints(endpoints: number, deliveries: number): Promise<string> {
    const partnerId = await addPartner(database)
    await database.pool.query(ADD_ENDPOINTS, [partnerId, endpoints])
    await database.pool.query(ADD_DELIVERIES, [partnerId, deliveries])
    await database.pool.query('VACUUM ANALYZE webhook_deliveries')
    return partnerId
  }

  it('listOwnWebhooks counts them in one statement, which stops at the maximum of a count', async () => {
    const partnerId = await addEndpoints(perPartner, MANY)
    const plansOf = await recordPlans(database.pool)
    const few = MANY / 1_000
    const figures = {
      queued: few,
      failed: few,
      lastDay: { sent: MAX_COUNT, queued: few, failed: few },
      countedTo: MAX_COUNT,
    }
    for (let times = 0; times < EXECUTIONS; times++) {
      const plans = await plansOf(async () => {
        const webhooks = await listOwnWebhooks(database, { partnerId })
        expect(webhooks).toHaveLength(perPartner)
        for (const webhook of webhooks) expect(webhook).toMatchObject(figures)
      })
      expect(rowsReadOf('webhook_deliveries', plans)).toBeLessThanOrEqual(1.1 * perPartner * MAX_COUNT)
      expect(plans.filter((plan) => rowsReadOf('webhook_deliveries', [plan]) > 0)).toHaveLength(1)
    }
  }, 300_000)

  it('pages of failed deliveries read no others', async () => {
    const partnerId = await addEndpoints(1, MANY)
    const webhook = (await database.stores.webhooks.find(`${partnerId}1`))!
    const plansOf = await recordPlans(database.pool)
    const plans = await plansOf(async () => {
      const { items } = await database.stores.webhooks.deliveries(webhook, { status: 'failed' }, { limit: 50 })
      expect(items).toHaveLength(MANY / 1_000)
    })
    expect(rowsReadOf('webhook_deliveries', plans)).toBeLessThanOrEqual(MANY / 1_000)
  }, 300_000)

  it('deleteWebhook deletes a part of them in each transaction, and two concurrent deletions are recorded once', async () => {
    const partnerId = await addEndpoints(1, 10 * deletedPerTransaction)
    const plansOf = await recordPlans(database.pool)
    const deleteIt = () => deleteWebhook(database, { actor: ACTOR, id: `${partnerId}1` })
    let settled: PromiseSettledResult<unknown>[] = []
    const plans = await plansOf(async () => {
      settled = await Promise.allSettled([deleteIt(), deleteIt()])
    })
    // A statement reads the ids of a part, and then deletes it.
    const rowsRead = plans.map((plan) => rowsReadOf('webhook_deliveries', [plan]))
    expect(Math.max(...rowsRead)).toBe(2 * deletedPerTransaction)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { kind: 'webhook-not-found' } })
    expect(await database.prisma.webhookDelivery.count({ where: { partnerId } })).toBe(0)
    const { items } = await database.stores.records.auditEntries({ partnerId }, { limit: 10 })
    expect(items.map(({ action }) => action)).toEqual(['webhook.deleted', 'webhook.paused'])
  }, 300_000)

  it('an interrupted deletion leaves the endpoint paused, and the next one completes it', async () => {
    const partnerId = await addEndpoints(1, 3 * deletedPerTransaction)
    const id = `${partnerId}1`
    let transactions = 0
    const transact: Transact = (work, options) => {
      transactions += 1
      if (transactions > 1) throw new Error('interrupted')
      return database.transact(work, options)
    }
    const interrupted = deleteWebhook({ ...database, transact }, { actor: ACTOR, id })
    await expect(interrupted).rejects.toThrow('interrupted')
    expect(await database.stores.webhooks.find(id)).toMatchObject({ status: 'paused' })
    await deleteWebhook(database, { actor: ACTOR, id })
    expect(await database.stores.webhooks.find(id)).toBeUndefined()
  }, 300_000)
})
