import { createIdGenerator, LIMITS, PERMISSIONS } from '@partner-accounts/core'
import { postgresPrograms } from '@partner-accounts/local-servers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { outcome, ERRORS } from '../expected-errors.ts'
import { accountBody, addPortalUser, type PartnerClient, signedIn } from '../harness.ts'
import { internalClient } from '../internal/internal-client.ts'
import { CreationLoad } from './creation-load.ts'
import { Fleet, type Instance } from './fleet.ts'
import { startSwallowingProxy } from './swallowing-proxy.ts'
import { untilWebhooksAreSent } from './until-sent.ts'
import { WebhookReceiver } from './webhook-receiver.ts'

const programs = postgresPrograms()
const newId = createIdGenerator()
/** Longer than the limit of 10 s, which internal/portal-users.test.ts verifies by the clock of the instances. */
const PROPAGATION_TIMEOUT_MS = 60_000

describe.skipIf(programs === undefined)('Two instances (requires PostgreSQL)', () => {
  let fleet: Fleet
  let survivor: Instance
  beforeAll(async () => {
    fleet = await Fleet.open(programs)
    survivor = await fleet.start({ SUBSCRIPTION_ACTIVATION: 'immediate' })
  })
  afterAll(() => fleet.stop())

  const startAnother = () => fleet.start({ SUBSCRIPTION_ACTIVATION: 'immediate' })

  it('store every requested account exactly once when one of them is killed under load', async () => {
    const victim = await startAnother()
    const load = (await CreationLoad.prepare([victim, survivor], fleet.database)).start(6)
    await load.untilResponses(200, 20)
    await victim.kill()
    await load.untilResponses(200, 20)
    await load.finish()

    expect(load.count(0)).toBeGreaterThan(0)
    load.expectValidResponses()
    await load.expectExactState()
    const delivered = fleet.instances.flatMap((instance) => instance.mails())
    expect(new Set(delivered).size).toBe(delivered.length)
  })

  it('send every event to the webhook at least once, signed, and list it in the feed once when one of them is killed under load', async () => {
    const victim = await startAnother()
    const load = await CreationLoad.prepare([survivor, victim], fleet.database)
    const { partnerId } = load.partner.user
    const receiver = await WebhookReceiver.start()
    const { webhooks } = internalClient(survivor)
    const { id, secret } = await webhooks.create.mutate({ partnerId, url: receiver.origin })
    await expect.poll(async () => (await webhooks.get.query({ id })).status).toBe('active')
    // Discards the event that verified the endpoint.
    receiver.received.length = 0
    // Keeps requests open, so that the victim is killed before they end.
    receiver.delayMs = 3_000
    // Only two, because the survivor has to deliver all events.
    load.start(2)
    // Waits for more requests than one instance sends at a time, so both are sending.
    await expect.poll(() => receiver.inFlight, { interval: 10 }).toBeGreaterThan(LIMITS.webhooks.inFlight)
    await victim.kill()
    await load.untilResponses(200, 20)
    receiver.delayMs = 0
    await load.finish()
    await expect.poll(() => receiver.interrupted).toBeGreaterThan(0)

    await load.expectExactState()
    const feed = await readFeed(load.partner)
    const types = ['account.created', 'subscription.activated']
    const expected = load.ids().flatMap((account) => types.map((type) => `${account} ${type}`))
    expect(feed.map(({ type, data }) => `${data.account_id} ${type}`).toSorted()).toEqual(expected.toSorted())
    const receivedIds = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id']!))
    await untilWebhooksAreSent(fleet.database, partnerId, () => {
      const ids = receivedIds()
      return feed.filter((event) => !ids.has(event.id)).length
    })
    expect([...receivedIds()].toSorted()).toEqual(feed.map((event) => event.id).toSorted())
    for (const { body, headers } of receiver.received) {
      const event = feed.find((listed) => listed.id === headers['webhook-id'])
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ id: event?.id, type: event?.type })
    }
    receiver.stop()
  })

  it('replay the lost response from the other instance when one is killed between commit and response', async () => {
    const victim = await startAnother()
    const proxy = await startSwallowingProxy(victim.origin, () => victim.service.process.kill('SIGKILL'))
    const load = await CreationLoad.prepare([survivor], fleet.database)
    const key = newId()
    const body = accountBody()
    const throughProxy = { ...victim, baseUrl: `${proxy.origin}/partners/v1` }
    // The proxy forwards any other response, such as the 503 of a busy instance.
    await expect.poll(() => load.send(throughProxy, key, body)).toMatchObject({ status: 0 })
    await victim.service.ended

    const text = await load.createUntilAcknowledged(key, body)
    expect((await proxy.swallowed).split('\r\n\r\n')[1]).toBe(text)
    load.acknowledged.set(key, { body, text })
    await load.expectExactState()
    const another = await load.send(survivor, key, accountBody())
    expect(another.status).toBe(422)
    expect(JSON.parse(another.text)._error.message).toEqual({ 'Idempotency-Key': [expect.any(String)] })
    proxy.stop()
  })

  it('create one account with one response for a hundred concurrent requests with the same Idempotency-Key', async () => {
    const other = await startAnother()
    const load = await CreationLoad.prepare([survivor, other], fleet.database)
    const key = newId()
    const body = accountBody()
    const storm = Array.from({ length: 100 }, (_, index) => load.createUntilAcknowledged(key, body, index))
    const texts = new Set(await Promise.all(storm))
    expect(texts.size).toBe(1)
    expect(load.count(0)).toBe(0)
    load.expectValidResponses()
    load.acknowledged.set(key, { body, text: [...texts][0]! })
    await load.expectExactState()
    await other.kill()
  })

  it('apply changes of permissions, users and partners made at the other instance', async () => {
    const other = await startAnother()
    const internal = internalClient(other)
    const users = await Promise.all([1, 2, 3].map(() => addPortalUser(fleet)))
    const [stripped, disabled, suspended] = await Promise.all(users.map((user) => signedIn(survivor, user)))
    const partners = [stripped!, disabled!, suspended!]
    const outcomes = async () =>
      Promise.all(partners.map(async (partner) => outcome(await partner.get('/partner-accounts'))))
    for (const { status } of await outcomes()) expect(status).toBe(200)

    await internal.portalUsers.setPermissions.mutate({ id: stripped!.user.id, permissions: [] })
    await internal.portalUsers.disable.mutate({ id: disabled!.user.id })
    await internal.partners.suspend.mutate({ id: suspended!.user.partnerId })
    const { forbidden, unauthenticated } = ERRORS
    await vi.waitFor(
      async () => expect(await outcomes()).toEqual([forbidden, unauthenticated, forbidden]),
      PROPAGATION_TIMEOUT_MS,
    )

    await internal.portalUsers.setPermissions.mutate({ id: stripped!.user.id, permissions: [...PERMISSIONS] })
    await internal.partners.resume.mutate({ id: suspended!.user.partnerId })
    await vi.waitFor(async () => {
      expect((await outcomes()).map(({ status }) => status)).toEqual([200, 401, 200])
    }, PROPAGATION_TIMEOUT_MS)
    await other.kill()
  })
})

interface FeedPage {
  _items: { id: string; type: string; data: { account_id: string } }[]
}

async function readFeed(partner: PartnerClient): Promise<FeedPage['_items']> {
  const events: FeedPage['_items'] = []
  for (;;) {
    const after = events.length > 0 ? `&after=${events.at(-1)!.id}` : ''
    const page = (await partner.get(`/events?max_results=100${after}`)).body as unknown as FeedPage
    if (page._items.length === 0) return events
    events.push(...page._items)
  }
}
