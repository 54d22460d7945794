import { createIdGenerator } from '@partner-accounts/core'
import { expect, it } from 'vitest'
import { databasesOfThisFile } from './opened-databases.ts'

const { openMigrated } = databasesOfThisFile()
const newId = createIdGenerator()

/** Rejects changes of endpoints, as if the instance was killed before them. */
const REJECT_CHANGES = `
  CREATE FUNCTION reject() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'rejected'; END $$;
  CREATE TRIGGER reject BEFORE UPDATE ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION reject()`

it('the delivery of a test event is recorded after its endpoint is active, so a killed instance leaves no endpoint unverified', async () => {
  const { pool, stores, webhookQueue } = await openMigrated({ directory: undefined })
  const id = newId()
  const partnerId = newId()
  await stores.partners.add({ id: partnerId, name: 'Revenda', couponId: null })
  const webhook = await stores.webhooks.add({ id, partnerId, url: 'https://revenda.example', types: [] }, 'whsec_AAAA')
  const [delivery] = await webhookQueue.claim(1, 60)
  const outcome = { delivery: delivery!, report: { status: 200, durationMs: 1, isGone: false } }
  const statuses = async () => {
    const { items } = await stores.webhooks.deliveries(webhook, {}, { limit: 1 })
    return [items[0]?.status, (await stores.webhooks.find(id))?.status]
  }

  await pool.query(REJECT_CHANGES)
  await expect(webhookQueue.record([outcome])).rejects.toThrow()
  expect(await statuses()).toEqual(['queued', 'unverified'])
  await pool.query('DROP TRIGGER reject ON webhook_endpoints')
  await webhookQueue.record([outcome])
  expect(await statuses()).toEqual(['sent', 'active'])
})
