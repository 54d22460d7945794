import { newSealingKeys } from '@partner-accounts/core/testing'
import { expect, it } from 'vitest'
import { openInMemory } from './open-in-memory.ts'
import { WebhookFixture } from './webhook-fixture.ts'

/** Rejects the deliveries of one endpoint. */
const REJECT_DELIVERIES = `
  CREATE FUNCTION reject() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'rejected'; END $$;
  CREATE TRIGGER reject BEFORE INSERT ON webhook_deliveries FOR EACH ROW WHEN (NEW.endpoint_id = '$id') EXECUTE FUNCTION reject()`

it('an endpoint whose events cannot be queued does not keep other endpoints from theirs', async () => {
  const database = await openInMemory(newSealingKeys())
  const fixture = new WebhookFixture(database)
  const rejecting = await fixture.addActive()
  const working = await fixture.addActive()
  await database.pool.query(REJECT_DELIVERIES.replace('$id', rejecting.id))
  await expect(fixture.causeEvents(rejecting)).rejects.toThrow('rejected')
  await expect(fixture.causeEvents(working)).rejects.toThrow('rejected')
  expect(await fixture.deliveries(working)).toMatchObject([{ type: 'portal_user.disabled' }, { type: 'webhook.test' }])
  expect(await fixture.deliveries(rejecting)).toMatchObject([{ type: 'webhook.test' }])
  await database.pool.query('DROP TRIGGER reject ON webhook_deliveries')
  expect(await database.webhookQueue.fanOut()).toBe(1)
  await database.close()
})

/** Rejects all deliveries, and counts them by a sequence, which is not rolled back. */
const REJECT_ALL = `
  CREATE SEQUENCE rejected;
  CREATE FUNCTION reject() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('rejected'); RAISE 'rejected'; END $$;
  CREATE TRIGGER reject BEFORE INSERT ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION reject()`

/** Endpoints of twelve partners, each with an event. */
const ENDPOINTS = `
  INSERT INTO partners (id, name, event_count) SELECT 'p' || n, 'Revenda', 1 FROM generate_series(1, 12) AS n;
  INSERT INTO webhook_endpoints (partner_id, id, url, types, status, sealed_secret, position)
  SELECT 'p' || n, 'e' || n, 'https://revenda.example', '{}', 'active', '\\x00', 0 FROM generate_series(1, 12) AS n;
  INSERT INTO audit_entries (id, partner_id, actor_kind, action, subject_id, position)
  SELECT 'event' || n, 'p' || n, 'service', 'portal-user.disabled', 's', 1 FROM generate_series(1, 12) AS n`

it('a pass stops after ten errors, and the next one continues with the next endpoint', async () => {
  const database = await openInMemory(newSealingKeys())
  await database.pool.query(`${ENDPOINTS}; ${REJECT_ALL}`)
  const rejections: number[] = []
  for (let passes = 0; passes < 3; passes++) {
    await expect(database.webhookQueue.fanOut()).rejects.toThrow('rejected')
    const { rows } = await database.pool.query<{ count: number }>('SELECT last_value::int AS count FROM rejected')
    rejections.push(rows[0]!.count)
  }
  // The second pass rejects the last two of the twelve endpoints, and the third begins again with the first.
  expect(rejections).toEqual([10, 12, 22])
  await database.close()
})
