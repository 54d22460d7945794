import { newSealingKeys } from '@partner-accounts/core/testing'
import { expect, it } from 'vitest'
import { openInMemory } from './open-in-memory.ts'
import { WebhookFixture } from './webhook-fixture.ts'

/** Rejects the deliveries of one endpoint. */
const REJECT_DELIVERIES = `
  CREATE FUNCTION reject() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'rejected'; END $$;
  CREATE TRIGGER reject BEFORE INSERT ON webhook_deliveries FOR EACH ROW WHEN (NEW.endpoint_id = '$id') EXECUTE FUNCTION reject()`

it('an endpoint whose events cannot be queued keeps no other endpoint from its events', async () => {
  const database = await openInMemory(newSealingKeys())
  const fixture = new WebhookFixture(database)
  const rejecting = await fixture.addActive()
  const working = await fixture.addActive()
  await database.pool.query(REJECT_DELIVERIES.replace('$id', rejecting.id))
  await expect(fixture.cause(rejecting)).rejects.toThrow('rejected')
  await expect(fixture.cause(working)).rejects.toThrow('rejected')
  expect(await fixture.deliveries(working)).toMatchObject([{ type: 'portal_user.disabled' }, { type: 'webhook.test' }])
  expect(await fixture.deliveries(rejecting)).toHaveLength(1)
  await database.pool.query('DROP TRIGGER reject ON webhook_deliveries')
  expect(await database.webhookQueue.fanOut()).toBe(1)
  await database.close()
})
