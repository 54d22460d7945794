import { LIMITS } from '@partner-accounts/core'
import { newSealingKeys } from '@partner-accounts/core/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Connections } from '../src/driver/connections.ts'
import type { Database } from '../src/index.ts'
import { runIn } from '../src/prisma/create-prisma.ts'
import { runOn, type RunStatement } from '../src/sql/run.ts'
import type { Statement } from '../src/sql/statement.ts'
import { parkClaimed } from '../src/webhooks/parking.ts'
import { createWebhookQueue } from '../src/webhooks/webhook-queue.ts'
import { openInMemory } from './open-in-memory.ts'
import { failed, failedBeforeSending, SENT, WebhookFixture } from './webhook-fixture.ts'

const sealingKeys = newSealingKeys()

describe('The webhook queue', () => {
  let database: Database
  let fixture: WebhookFixture
  beforeAll(async () => {
    database = await openInMemory(sealingKeys)
    fixture = new WebhookFixture(database)
  })
  afterEach(() => database.prisma.webhookEndpoint.deleteMany())
  afterAll(() => database.close())

  it('neither sends nor counts a delivery that was in flight when its endpoint was paused, until it is resumed', async () => {
    const webhook = await fixture.addActive()
    await fixture.causeEvents(webhook)
    const [delivery] = await fixture.claim()
    const paused = await fixture.transact((webhooks) => webhooks.pause(webhook))
    await database.webhookQueue.record([failed(delivery!)])
    for (let claims = 0; claims < 3; claims++) {
      await fixture.makeDue()
      expect(await fixture.claim()).toEqual([])
    }
    expect((await fixture.deliveries(webhook))[0]).toMatchObject({ status: 'queued', attempts: 1 })
    await fixture.transact((webhooks) => webhooks.resume(paused, true))
    expect(await fixture.sendAll()).toMatchObject([{ id: delivery!.id, attempts: 2 }])
  })

  it('claims deliveries of others after it learns that an endpoint without free places fails at another instance', async () => {
    const failing = await fixture.addActive()
    const healthy = await fixture.addActive()
    await fixture.causeEvents(failing, 20)
    const inFlight = await fixture.claim(2)
    expect(inFlight).toHaveLength(2)
    const failingSince = new Date()
    await database.prisma.webhookEndpoint.updateMany({ data: { failingSince }, where: { id: failing.id } })
    await fixture.causeEvents(healthy)
    const claimed = await database.webhookQueue.claim(1, 60, inFlight)
    expect(claimed.map(({ webhook }) => webhook.id)).toEqual([healthy.id])
  })

  it('records that an endpoint recovered if a delivery succeeds that was claimed before the failure', async () => {
    const webhook = await fixture.addActive()
    await fixture.causeEvents(webhook, 2)
    const [first, second] = await fixture.claim()
    await database.webhookQueue.record([failed(first!)])
    expect((await fixture.find(webhook.id)).failingSince).not.toBeNull()
    await database.webhookQueue.record([{ delivery: second!, report: SENT }])
    expect(await fixture.find(webhook.id)).toMatchObject({ failingSince: null })
  })

  it('does not send a delivery again that is in flight while its endpoint is paused and resumed, or recovers', async () => {
    const webhook = await fixture.addActive()
    await fixture.causeEvents(webhook, 2)
    const [first, inFlight] = await fixture.claim()
    const paused = await fixture.transact((webhooks) => webhooks.pause(webhook))
    await fixture.transact((webhooks) => webhooks.resume(paused, true))
    expect(await fixture.claim()).toEqual([])

    await database.webhookQueue.record([failed(first!), failed(inFlight!)])
    await fixture.makeDue()
    // The endpoint fails and has one place, but `fixture.claim` passes no deliveries in flight, so each claim finds one.
    const [retried] = await fixture.claim()
    const [other] = await fixture.claim()
    await database.webhookQueue.record([{ delivery: retried!, report: SENT }])
    expect(await fixture.find(webhook.id)).toMatchObject({ failingSince: null })
    expect(await fixture.claim()).toEqual([])
    await database.webhookQueue.record([{ delivery: other!, report: SENT }])
    // The two events, and the test of the endpoint.
    expect(await fixture.deliveries(webhook)).toMatchObject([{ attempts: 2 }, { attempts: 2 }, { attempts: 1 }])
  })

  /** Lets one delivery fail and a later one succeed. Returns the deliveries that are due then. */
  async function recoverAfter(failingSeconds: number, attempts = 1): Promise<{ waitingId: string; due: string[] }> {
    const webhook = await fixture.addActive()
    await fixture.causeEvents(webhook)
    const [waiting] = await fixture.claim()
    await database.webhookQueue.record([failed(waiting!)])
    await database.prisma.webhookDelivery.updateMany({ data: { attempts }, where: { id: waiting!.id } })
    const failingSince = new Date(Date.now() - failingSeconds * 1_000)
    await database.prisma.webhookEndpoint.updateMany({ data: { failingSince }, where: { id: webhook.id } })
    await fixture.causeEvents(webhook)
    const [next] = await fixture.claim()
    expect(next!.id).not.toBe(waiting!.id)
    await database.webhookQueue.record([{ delivery: next!, report: SENT }])
    return { waitingId: waiting!.id, due: (await fixture.claim()).map(({ id }) => id) }
  }

  it('retries what waits as soon as an endpoint recovers from an outage', async () => {
    const { waitingId, due } = await recoverAfter(120)
    expect(due).toEqual([waitingId])
  })

  it.each([
    ['an endpoint that rejects single events, because others would use up their attempts', 5, 1],
    ['an event with more than five attempts, so that it is tried for three days', 120, 6],
  ])('keeps the times of retries for %s', async (_case, failingSeconds, attempts) => {
    expect((await recoverAfter(failingSeconds, attempts)).due).toEqual([])
  })

  it('does not count a suspension of the partner as a time of failures', async () => {
    const webhook = await fixture.addActive()
    await fixture.causeEvents(webhook)
    const [delivery] = await fixture.claim()
    await database.webhookQueue.record([failed(delivery!)])
    await fixture.transact((webhooks) => webhooks.resumePartner(webhook.partnerId))
    expect(await fixture.find(webhook.id)).toMatchObject({ failingSince: null })
  })

  it('sends only the test to a disabled endpoint that is resumed, and the rest once the test is received', async () => {
    const webhook = await fixture.addActive()
    await fixture.causeEvents(webhook)
    await fixture.transact((webhooks) => webhooks.disable(webhook))
    expect(await fixture.claim()).toEqual([])
    const disabled = await fixture.find(webhook.id)
    await fixture.transact((webhooks) => webhooks.resume(disabled, false))
    const [failing, ...others] = await fixture.claim()
    expect([failing, others]).toMatchObject([{ type: 'webhook.test' }, []])
    await database.webhookQueue.record([failed(failing!)])
    await fixture.makeDue()
    expect(await fixture.sendAll()).toMatchObject([{ type: 'webhook.test' }])
    expect(await fixture.sendAll()).toMatchObject([{ type: 'portal_user.disabled', attempts: 1 }])
  })

  it('queues one test at a time', async () => {
    const webhook = await fixture.addActive()
    for (let times = 0; times < 3; times++) await fixture.transact((webhooks) => webhooks.queueTest(webhook))
    expect(await fixture.sendAll()).toHaveLength(1)
  })

  it('sends nothing to a suspended partner, and sends what happened in the meantime after the partner is resumed', async () => {
    const webhook = await fixture.addActive()
    const { partnerId } = webhook
    const unverified = { id: 'unverified', partnerId, url: 'https://revenda.example', types: [] }
    await fixture.causeEvents(webhook)
    await fixture.transact((webhooks) => webhooks.add(unverified, 'whsec_AAAA'))
    await database.stores.partners.change(partnerId, { status: 'suspended' })
    expect(await fixture.claim()).toEqual([])
    await fixture.causeEvents(webhook)
    expect(await fixture.deliveries(webhook)).toMatchObject([{ status: 'queued', attempts: 0 }, { status: 'sent' }])
    await fixture.makeDue()
    expect(await fixture.claim()).toEqual([])

    await database.transact(async ({ partners, webhooks }) => {
      await partners.change(partnerId, { status: 'active' })
      await webhooks.resumePartner(partnerId)
    })
    while ((await database.webhookQueue.fanOut()) > 0);
    const sent = await fixture.sendAll()
    expect(sent.map(({ type }) => type).toSorted()).toEqual([
      'portal_user.disabled',
      'portal_user.disabled',
      'webhook.test',
    ])
  })

  it('ignores internal failures in the health of an endpoint, and does not count attempts that sent nothing', async () => {
    const webhook = await fixture.addActive()
    await fixture.causeEvents(webhook)
    const [delivery] = await fixture.claim()
    const longAgo = new Date(Date.now() - 10 * 86_400_000)
    await database.prisma.webhookEndpoint.updateMany({ data: { failingSince: longAgo }, where: { id: webhook.id } })
    expect(await database.webhookQueue.record([failedBeforeSending(delivery!)])).toEqual([])
    expect((await fixture.deliveries(webhook))[0]).toMatchObject({ status: 'queued', attempts: 0 })
    await database.prisma.webhookEndpoint.updateMany({ data: { failingSince: null }, where: { id: webhook.id } })
    await fixture.makeDue()
    const [again] = await fixture.claim()
    expect(await database.webhookQueue.record([failed(again!, { isInternal: true })])).toEqual([])
    expect(await fixture.find(webhook.id)).toMatchObject({ failingSince: null })
    await fixture.makeDue()
    const [last] = await fixture.claim()
    expect(await database.webhookQueue.record([failed(last!, { isGone: true })])).toMatchObject([
      { webhook: { id: webhook.id }, isGone: true },
    ])
  })

  it('sends a claimed delivery at the next claim if its endpoint was resumed before it could be parked', async () => {
    const webhook = await fixture.addActive()
    await fixture.causeEvents(webhook)
    const [delivery] = await fixture.claim()
    await database.prisma.$transaction((transaction) =>
      parkClaimed(transaction, runIn(transaction), webhook, [{ id: delivery!.id, type: 'portal_user.disabled' }]),
    )
    expect(await fixture.sendAll()).toMatchObject([{ id: delivery!.id, attempts: 1 }])
  })

  it('claims later deliveries when other instances have claimed the first ones', async () => {
    const webhook = await fixture.addActive()
    // A claim of two deliveries reads eight candidates.
    await fixture.causeEvents(webhook, 8)
    const { prisma, pool, stores, newId } = database
    const runOnDatabase = runOn(new Connections(pool, {}))
    const claims: string[][] = []
    const run = ((statement: Statement<unknown, unknown>, parameters: { ids: string[] }) => {
      if (statement.name !== 'webhook_deliveries_claim') return runOnDatabase(statement, parameters)
      claims.push(parameters.ids)
      return claims.length === 1 ? Promise.resolve([]) : runOnDatabase(statement, parameters)
    }) as RunStatement
    const queue = createWebhookQueue({
      client: prisma,
      run,
      hasCitus: () => Promise.resolve(false),
      transact: (work) => prisma.$transaction(work),
      events: stores.events,
      newId,
      sealingKeys,
    })
    const claimed = await queue.claim(2, 60)
    expect(claimed.map(({ id }) => id)).toEqual(claims[1])
    expect(claims.map((ids) => ids.length)).toEqual([2, 2])
    expect(claims[0]!.filter((id) => claims[1]!.includes(id))).toEqual([])
    await queue.record(claimed.map((delivery) => ({ delivery, report: SENT })))
  })

  it('lists endpoints page by page', async () => {
    const first = await fixture.addUnverified()
    const { partnerId } = first
    const ids = [first.id, (await fixture.addUnverified(partnerId)).id, (await fixture.addUnverified(partnerId)).id]
    const { webhooks } = database.stores
    const page = await webhooks.list({ partnerId }, { limit: 2 })
    expect(page.items.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const rest = await webhooks.list({ partnerId }, { limit: 2, cursor: page.nextCursor! })
    expect([rest.items.map(({ id }) => id), rest.nextCursor]).toEqual([ids.slice(2), null])
  })

  it('signs with the latest secret and the one before it', async () => {
    const webhook = await fixture.addActive()
    for (const secret of ['whsec_BBBB', 'whsec_CCCC'])
      await fixture.transact((webhooks) => webhooks.rotateSecret(webhook, secret))
    await fixture.causeEvents(webhook)
    expect(await fixture.sendAll()).toMatchObject([{ secrets: ['whsec_CCCC', 'whsec_BBBB'] }])
  })

  describe('replays', () => {
    /** Causes an event whose delivery has failed once and waits for its next attempt. */
    const causeRetry = async () => {
      const webhook = await fixture.addActive()
      await fixture.causeEvents(webhook)
      const [delivery] = await fixture.claim()
      await database.webhookQueue.record([failed(delivery!)])
      return { webhook, delivery: delivery! }
    }

    it('a failed delivery, due now, with all its attempts', async () => {
      const webhook = await fixture.addActive()
      await fixture.causeEvents(webhook)
      const [delivery] = await fixture.claim()
      await database.webhookQueue.record([{ ...failed(delivery!), failure: { error: 'HTTP 500' } }])
      await fixture.transact((webhooks) => webhooks.replay(webhook, { failed: true }))
      expect((await database.webhookQueue.state(10)).overdueSeconds).toBeLessThan(60)
      expect(await fixture.sendAll()).toMatchObject([{ id: delivery!.id, attempts: 1 }])
    })

    it('a delivery that waits for its next attempt, due now, with its attempts', async () => {
      const { webhook, delivery } = await causeRetry()
      expect(await fixture.claim()).toEqual([])
      const replay = () => fixture.transact((webhooks) => webhooks.replay(webhook, { deliveryId: delivery.id }))
      expect(await replay()).toEqual({ replayed: 1, nextCursor: null })
      expect(await fixture.sendAll()).toMatchObject([{ id: delivery.id, attempts: 2 }])
    })

    it('the deliveries of a paused endpoint when it is resumed, and those of an unverified one once it is verified', async () => {
      const webhook = await fixture.addActive()
      await fixture.causeEvents(webhook)
      await fixture.sendAll()
      const paused = await fixture.transact((webhooks) => webhooks.pause(webhook))
      const replayed = { since: new Date(0) }
      // The event, and the test of the endpoint.
      expect(await fixture.transact((webhooks) => webhooks.replay(paused, replayed))).toMatchObject({ replayed: 2 })
      expect(await fixture.claim()).toEqual([])
      await fixture.transact((webhooks) => webhooks.resume(paused, true))
      expect(await fixture.sendAll()).toHaveLength(2)
      await database.prisma.webhookEndpoint.updateMany({ data: { status: 'unverified' } })
      await fixture.transact((webhooks) => webhooks.replay(webhook, replayed))
      expect(await fixture.sendAll()).toMatchObject([{ type: 'webhook.test' }])
      expect(await fixture.sendAll()).toMatchObject([{ type: 'portal_user.disabled' }])
    })

    it('no delivery whose next attempt is in flight', async () => {
      const { webhook, delivery } = await causeRetry()
      await fixture.makeDue()
      expect(await fixture.claim()).toMatchObject([{ id: delivery.id, attempts: 2 }])
      expect(await fixture.transact((webhooks) => webhooks.replay(webhook, { deliveryId: delivery.id }))).toEqual({
        replayed: 0,
        nextCursor: null,
      })
      expect(await fixture.claim()).toEqual([])
    })

    it('as many deliveries as may wait, the oldest first, and the next ones by a cursor', async () => {
      const webhook = await fixture.addActive()
      const { waitingWhileFailing } = LIMITS.webhooks
      // Sets the limit of a failing endpoint, which is small.
      const failing = { ...webhook, failingSince: new Date() }
      const count = waitingWhileFailing + 20
      await fixture.causeEvents(webhook, count)
      await database.pool.query(`UPDATE webhook_deliveries SET status = 'failed' WHERE endpoint_id = $1`, [webhook.id])
      const replay = (cursor?: string) =>
        fixture.transact((webhooks) => webhooks.replay(failing, { since: new Date(0) }, cursor))
      const first = await replay()
      expect(first).toMatchObject({ replayed: waitingWhileFailing })
      await expect(replay(first.nextCursor!)).rejects.toMatchObject({ kind: 'webhook-queue-full' })
      await database.pool.query(`UPDATE webhook_deliveries SET status = 'sent' WHERE status = 'queued'`)
      // The range also has the endpoint's test.
      expect(await replay(first.nextCursor!)).toEqual({ replayed: count + 1 - waitingWhileFailing, nextCursor: null })
      const oldest = (await fixture.deliveries(webhook)).toReversed()
      expect(oldest.findIndex(({ status }) => status === 'queued')).toBe(waitingWhileFailing)
    })
  })
})
