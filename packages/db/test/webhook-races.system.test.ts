import { createIdGenerator, createWebhook, LIMITS, replayWebhook, rotateWebhookSecret } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../src/index.ts'
import { databasesOfThisFile, SERVER_MISSING } from './opened-databases.ts'
import { addPartner } from './store-contracts.ts'
import { WebhookFixture } from './webhook-fixture.ts'

const ACTOR = { kind: 'internal', name: 'test' } as const
const newId = createIdGenerator()

describe.skipIf(SERVER_MISSING)('Concurrent changes of webhooks (requires PostgreSQL)', () => {
  const { openMigrated, startServer } = databasesOfThisFile()
  let database: Database
  let fixture: WebhookFixture
  beforeAll(async () => {
    database = await openMigrated({ url: (await startServer()).url })
    fixture = new WebhookFixture(database)
  })

  it('add at most the maximum of endpoints', async () => {
    const partnerId = await addPartner(database)
    const webhookPace = { count: () => Promise.resolve() }
    const dependencies = { transact: database.transact, newId, findWebhookUrlError: () => undefined, webhookPace }
    const input = { actor: ACTOR, partnerId, url: 'https://revenda.example', types: [] }
    const created = await Promise.allSettled(Array.from({ length: 20 }, () => createWebhook(dependencies, input)))
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMITS.webhooks.perPartner)
    expect(await database.prisma.webhookEndpoint.count({ where: { partnerId } })).toBe(LIMITS.webhooks.perPartner)
  })

  it('sign with both secrets that two concurrent rotations returned', async () => {
    const webhook = await fixture.addActive()
    const rotate = () => rotateWebhookSecret(database, { actor: ACTOR, id: webhook.id })
    const rotated = await Promise.all([rotate(), rotate()])
    await fixture.causeEvents(webhook)
    const [delivery] = await fixture.sendAll()
    expect((delivery!.secrets as string[]).toSorted()).toEqual(rotated.map(({ secret }) => secret).toSorted())
  })

  it('queue at most the maximum of waiting deliveries across concurrent replays', async () => {
    const webhook = await fixture.addActive()
    const { waiting } = LIMITS.webhooks
    // More deliveries than may wait, of both statuses that can be replayed.
    await database.pool.query(
      `INSERT INTO webhook_deliveries (id, partner_id, endpoint_id, event_id, type, position, status)
       SELECT 'd' || n, $1, $2, 'event', 'account.corrected', n, CASE WHEN n % 2 = 0 THEN 'failed' ELSE 'sent' END
       FROM generate_series(1, 50000) AS n`,
      [webhook.partnerId, webhook.id],
    )
    const webhookPace = { count: () => Promise.resolve() }
    const replay = () =>
      replayWebhook(
        { ...database, webhookPace },
        { actor: ACTOR, id: webhook.id, replayed: { since: new Date(Date.now() - 3_600_000) } },
      )
    await Promise.allSettled([replay(), replay(), replay()])
    const where = { endpointId: webhook.id, status: 'queued' }
    expect(await database.prisma.webhookDelivery.count({ where })).toBe(waiting)
  })
})
