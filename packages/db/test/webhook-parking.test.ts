import { LIMITS } from '@partner-accounts/core'
import { newSealingKeys } from '@partner-accounts/core/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../src/index.ts'
import { openInMemory } from './open-in-memory.ts'
import { failed, SENT, WebhookFixture } from './webhook-fixture.ts'

describe('The webhook queue', () => {
  let database: Database
  let fixture: WebhookFixture
  beforeAll(async () => {
    database = await openInMemory(newSealingKeys())
    fixture = new WebhookFixture(database)
  })
  afterEach(() => database.prisma.webhookEndpoint.deleteMany())
  afterAll(() => database.close())

  it('neither sends nor counts a delivery that was in flight when its endpoint was paused, until it is resumed', async () => {
    const webhook = await fixture.addActive()
    await fixture.cause(webhook)
    const [delivery] = await fixture.claim()
    const paused = await fixture.transact((webhooks) => webhooks.pause(webhook))
    await database.webhookQueue.record([failed(delivery!)])
    for (let claims = 0; claims < 3; claims++) {
      await fixture.elapse()
      expect(await fixture.claim()).toEqual([])
    }
    expect((await fixture.deliveries(webhook))[0]).toMatchObject({ status: 'queued', attempts: 1 })
    await fixture.transact((webhooks) => webhooks.resume(paused, true))
    expect(await fixture.sendAll()).toMatchObject([{ id: delivery!.id, attempts: 2 }])
  })

  it('sends nothing twice that is in flight while its endpoint is paused and resumed, or recovers', async () => {
    const webhook = await fixture.addActive()
    await fixture.cause(webhook, 2)
    const [first, inFlight] = await fixture.claim()
    const paused = await fixture.transact((webhooks) => webhooks.pause(webhook))
    await fixture.transact((webhooks) => webhooks.resume(paused, true))
    expect(await fixture.claim()).toEqual([])

    await database.webhookQueue.record([failed(first!), failed(inFlight!)])
    await fixture.elapse()
    // A failing endpoint has one delivery in flight, but these claims do not pass what is.
    const [retried] = await fixture.claim()
    const [other] = await fixture.claim()
    await database.webhookQueue.record([{ delivery: retried!, report: SENT }])
    expect(await fixture.find(webhook.id)).toMatchObject({ failingSince: null })
    expect(await fixture.claim()).toEqual([])
    await database.webhookQueue.record([{ delivery: other!, report: SENT }])
    expect(await fixture.deliveries(webhook)).toMatchObject([{ attempts: 2 }, { attempts: 2 }, { attempts: 1 }])
  })

  it('retries what waits as soon as an endpoint recovers', async () => {
    const webhook = await fixture.addActive()
    await fixture.cause(webhook)
    const [waiting] = await fixture.claim()
    await database.webhookQueue.record([failed(waiting!)])
    await fixture.cause(webhook)
    const [next] = await fixture.claim()
    expect(next!.id).not.toBe(waiting!.id)
    await database.webhookQueue.record([{ delivery: next!, report: SENT }])
    expect(await fixture.sendAll()).toMatchObject([{ id: waiting!.id, attempts: 2 }])
  })

  it('sends a disabled endpoint that is resumed its test only, and what waits once that is received', async () => {
    const webhook = await fixture.addActive()
    await fixture.cause(webhook)
    await fixture.transact((webhooks) => webhooks.disable(webhook))
    expect(await fixture.claim()).toEqual([])
    const disabled = await fixture.find(webhook.id)
    await fixture.transact((webhooks) => webhooks.resume(disabled, false))
    const [failing, ...others] = await fixture.claim()
    expect([failing, others]).toMatchObject([{ type: 'webhook.test' }, []])
    await database.webhookQueue.record([failed(failing!)])
    await fixture.elapse()
    expect(await fixture.sendAll()).toMatchObject([{ type: 'webhook.test' }])
    expect(await fixture.sendAll()).toMatchObject([{ type: 'portal_user.disabled', attempts: 1 }])
  })

  it('queues one test at a time', async () => {
    const webhook = await fixture.addActive()
    for (let times = 0; times < 3; times++) await fixture.transact((webhooks) => webhooks.queueTest(webhook))
    expect(await fixture.sendAll()).toHaveLength(1)
  })

  it('sends a suspended partner nothing, and what happened meanwhile after it is resumed', async () => {
    const webhook = await fixture.addActive()
    const { partnerId } = webhook
    const unverified = { id: 'unverified', partnerId, url: 'https://revenda.example', types: [] }
    await fixture.cause(webhook)
    await fixture.transact((webhooks) => webhooks.add(unverified, 'whsec_AAAA'))
    await database.stores.partners.change(partnerId, { status: 'suspended' })
    expect(await fixture.claim()).toEqual([])
    await fixture.cause(webhook)
    expect(await fixture.deliveries(webhook)).toMatchObject([{ status: 'queued', attempts: 0 }, { status: 'sent' }])
    await fixture.elapse()
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

  it('counts no failure that is not the endpoint’s against it, and no attempt that sent nothing', async () => {
    const webhook = await fixture.addActive()
    await fixture.cause(webhook)
    const [delivery] = await fixture.claim()
    const longAgo = new Date(Date.now() - 10 * 86_400_000)
    await database.prisma.webhookEndpoint.updateMany({ data: { failingSince: longAgo }, where: { id: webhook.id } })
    expect(await database.webhookQueue.record([failed(delivery!, { isInternal: true }, true)])).toEqual([])
    expect((await fixture.deliveries(webhook))[0]).toMatchObject({ status: 'queued', attempts: 0 })
    await database.prisma.webhookEndpoint.updateMany({ data: { failingSince: null }, where: { id: webhook.id } })
    await fixture.elapse()
    const [again] = await fixture.claim()
    expect(await database.webhookQueue.record([failed(again!, { isInternal: true })])).toEqual([])
    expect(await fixture.find(webhook.id)).toMatchObject({ failingSince: null })
    await fixture.elapse()
    const [last] = await fixture.claim()
    expect(await database.webhookQueue.record([failed(last!, { isGone: true })])).toMatchObject([
      { webhook: { id: webhook.id }, isGone: true },
    ])
  })

  it('keeps a rotated secret valid that a later rotation replaces', async () => {
    const webhook = await fixture.addActive()
    for (const secret of ['whsec_BBBB', 'whsec_CCCC'])
      await fixture.transact((webhooks) => webhooks.rotateSecret(webhook, secret))
    await fixture.cause(webhook)
    expect(await fixture.sendAll()).toMatchObject([{ secrets: ['whsec_CCCC', 'whsec_BBBB'] }])
  })

  describe('replays', () => {
    /** An event whose first delivery has failed. The next attempt follows later. */
    const causeRetry = async () => {
      const webhook = await fixture.addActive()
      await fixture.cause(webhook)
      const [delivery] = await fixture.claim()
      await database.webhookQueue.record([failed(delivery!)])
      return { webhook, delivery: delivery! }
    }

    it('with all attempts, due now', async () => {
      const webhook = await fixture.addActive()
      await fixture.cause(webhook)
      const [delivery] = await fixture.claim()
      await database.webhookQueue.record([{ ...failed({ ...delivery! }), failure: { error: 'HTTP 500' } }])
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

    it('no delivery whose next attempt is in flight', async () => {
      const { webhook, delivery } = await causeRetry()
      await fixture.elapse()
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
      await fixture.cause(webhook, count)
      await database.pool.query(`UPDATE webhook_deliveries SET status = 'failed' WHERE endpoint_id = $1`, [webhook.id])
      const replay = (cursor?: string) =>
        fixture.transact((webhooks) => webhooks.replay(failing, { since: new Date(0) }, cursor))
      const first = await replay()
      expect(first).toMatchObject({ replayed: waitingWhileFailing })
      await expect(replay(first.nextCursor!)).rejects.toMatchObject({ kind: 'webhook-queue-full' })
      await database.pool.query(`UPDATE webhook_deliveries SET status = 'sent' WHERE status = 'queued'`)
      // The test was older than all events.
      expect(await replay(first.nextCursor!)).toEqual({ replayed: count + 1 - waitingWhileFailing, nextCursor: null })
      const oldest = (await fixture.deliveries(webhook)).toReversed()
      expect(oldest.findIndex(({ status }) => status === 'queued')).toBe(waitingWhileFailing)
    })
  })
})
