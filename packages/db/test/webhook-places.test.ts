import { createIdGenerator, LIMITS } from '@partner-accounts/core'
import { newSealingKeys } from '@partner-accounts/core/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../src/index.ts'
import { RecentFailures } from '../src/webhooks/recent-failures.ts'
import { openInMemory } from './open-in-memory.ts'
import { failed, WebhookFixture } from './webhook-fixture.ts'

const newId = createIdGenerator()
const { inFlightFailing, perPartner } = LIMITS.webhooks
/** A multiple of the endpoints per partner. */
const PLACES = 250

let database: Database
let fixture: WebhookFixture
beforeAll(async () => {
  database = await openInMemory(newSealingKeys())
  fixture = new WebhookFixture(database)
})
afterAll(() => database.close())

/** Adds endpoints with one queued delivery each, due before all others. */
async function addEndpoints(count: number, failingSince: Date | null): Promise<void> {
  for (let added = 0; added < count; added += perPartner) {
    const partnerId = newId()
    await database.stores.partners.add({ id: partnerId, name: 'Revenda', couponId: null })
    const endpoints = Array.from({ length: perPartner }, () => ({
      id: newId(),
      partnerId,
      url: 'https://revenda.example',
      status: 'active',
      sealedSecret: new Uint8Array(1),
      position: 1,
      failingSince,
    }))
    await database.prisma.webhookEndpoint.createMany({ data: endpoints })
    await database.prisma.webhookDelivery.createMany({
      data: endpoints.map(({ id: endpointId }) => {
        const delivery = { id: newId(), eventId: newId(), type: 'account.created', position: 1 }
        return { ...delivery, partnerId, endpointId, dueAt: new Date(Date.now() - 60_000) }
      }),
    })
  }
}

it('endpoints that have just failed share a part of an instance’s places, even if they failed at another instance', async () => {
  // These endpoints fail at this instance.
  await addEndpoints(PLACES, null)
  const hanging = await fixture.claim(PLACES)
  expect(hanging).toHaveLength(PLACES)
  await database.webhookQueue.record(hanging.map((delivery) => failed(delivery)))
  await fixture.makeDue()
  // These endpoints have failed at other instances.
  await addEndpoints(PLACES, new Date())
  const healthy = await fixture.addUnverified()

  const inFlight = await fixture.claim(PLACES)
  expect(inFlight.length).toBeLessThanOrEqual(inFlightFailing + 1)
  const { webhookQueue } = database
  inFlight.push(...(await webhookQueue.claim(PLACES, 60, inFlight)))
  expect(inFlight).toHaveLength(inFlightFailing + 1)
  expect(inFlight.map(({ webhook }) => webhook.id)).toContain(healthy.id)
  expect(await webhookQueue.claim(PLACES, 60, inFlight)).toEqual([])
  // A free place is used again.
  const [finished, ...others] = inFlight.filter(({ webhook }) => webhook.id !== healthy.id)
  await webhookQueue.record([failed(finished!)])
  expect(await webhookQueue.claim(PLACES, 60, others)).toHaveLength(1)
})

it('RecentFailures forgets the oldest failures beyond 2,000, and keeps an endpoint that failed again', () => {
  const failures = new RecentFailures()
  failures.add('first')
  for (let index = 0; index < 1_500; index++) failures.add(`old-${index}`)
  failures.add('first')
  for (let index = 0; index < 1_500; index++) failures.add(`new-${index}`)
  expect([...failures]).toHaveLength(2_000)
  expect(['first', 'old-0', 'new-0', 'new-1499'].map((id) => failures.has(id))).toEqual([true, false, true, true])
})
