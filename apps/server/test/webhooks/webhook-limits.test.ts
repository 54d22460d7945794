import { LIMITS, type SealingKeys, sealWithKeyring } from '@partner-accounts/core'
import { newSealingKeys } from '@partner-accounts/core/testing'
import { type HttpServer, startHttpServer } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addColleague,
  PROPAGATION_LIMIT_MS,
  signedIn,
  signedInPartner,
  skipTime,
  startTestService,
  type TestService,
} from '../harness.ts'
import { type InternalClient, internalClient, nativeClient, rejectionOf } from '../internal/internal-client.ts'
import { startFastWorker } from './fast-worker.ts'

const { pace, perPartner, responseBytes } = LIMITS.webhooks
const PACE_EXCEEDED = { status: 429, details: expect.stringContaining('Too many tests and replays') as string }

describe('Webhooks that partners manage', () => {
  let service: TestService
  let internal: InternalClient
  let server: HttpServer
  let base: string
  let worker: { stop: () => Promise<void> }
  let response: { status: number; body: string | Buffer } = { status: 200, body: '' }
  beforeAll(async () => {
    service = await startTestService()
    internal = internalClient(service)
    server = await startHttpServer((request, reply) => {
      request.resume()
      reply.writeHead(response.status).end(response.body)
    })
    base = server.origin
    worker = startFastWorker(service)
  })
  afterAll(async () => {
    await worker.stop()
    await server.stop()
    await service.stop()
  })

  const addManager = async () => {
    const { user, token } = await signedInPartner(service, { permissions: ['webhooks:manage', 'users:manage'] })
    const { webhooks, team } = nativeClient(service, `Bearer ${token}`)
    return { user, webhooks, team }
  }
  type Webhooks = Awaited<ReturnType<typeof addManager>>['webhooks']
  const untilStatus = (webhooks: Webhooks, id: string, expected: string) =>
    expect.poll(async () => (await webhooks.get.query({ id })).status).toBe(expected)
  const addActive = async (webhooks: Webhooks) => {
    const { id } = await webhooks.create.mutate({ url: base })
    await untilStatus(webhooks, id, 'active')
    return id
  }
  /** Repeats a call until it is rejected. Returns the number of calls that succeeded, and the rejection. */
  const repeatUntilRejected = async (work: () => Promise<unknown>, maxSucceeded: number) => {
    for (let succeeded = 0; succeeded <= maxSucceeded; succeeded++) {
      const call = work()
      const [{ status }] = await Promise.allSettled([call])
      if (status === 'rejected') return { succeeded, rejection: await rejectionOf(call) }
    }
    throw new Error(`${maxSucceeded + 1} calls succeeded`)
  }

  it('limit the tests and replays of an endpoint together, but not replays by operators', async () => {
    const { webhooks } = await addManager()
    const id = await addActive(webhooks)
    const tests = await repeatUntilRejected(() => webhooks.test.mutate({ id }), pace.perEndpoint.requests)
    expect(tests).toEqual({ succeeded: pace.perEndpoint.requests, rejection: PACE_EXCEEDED })
    const [delivery] = (await webhooks.listDeliveries.query({ id })).items
    expect(await rejectionOf(webhooks.replay.mutate({ id: delivery!.id }))).toMatchObject(PACE_EXCEEDED)
    expect(await rejectionOf(webhooks.replay.mutate({ id, failed: true }))).toMatchObject(PACE_EXCEEDED)
    expect(await internal.webhooks.replay.mutate({ id: delivery!.id })).toMatchObject({ id })
  })

  it('limit the tests that a partner causes by adding and deleting endpoints', async () => {
    const { webhooks } = await addManager()
    const addAndDelete = async () => {
      const { id } = await webhooks.create.mutate({ url: base })
      await webhooks.delete.mutate({ id })
    }
    const additions = await repeatUntilRejected(addAndDelete, pace.perPartner.requests)
    expect(additions).toEqual({ succeeded: pace.perPartner.requests, rejection: PACE_EXCEEDED })
    // The number of endpoints was not the limit that was exceeded, because deleted endpoints do not count.
    expect(perPartner).toBeLessThan(pace.perPartner.requests)
  })

  it('are reported to each person in one mail a day, however often they are disabled', async () => {
    const { webhooks, user } = await addManager()
    const colleague = await addColleague(service, user)
    const id = await addActive(webhooks)
    response = { status: 410, body: '' }
    await webhooks.test.mutate({ id })
    for (let times = 0; times < 3; times++) {
      await untilStatus(webhooks, id, 'disabled')
      await webhooks.resume.mutate({ id })
    }
    await untilStatus(webhooks, id, 'disabled')
    response = { status: 200, body: '' }
    const { items: entries } = await internal.audit.list.query({ recordId: id, action: 'webhook.disabled' })
    expect(entries.length).toBeGreaterThan(1)
    const { items: mails } = await internal.mails.list.query({ partnerId: user.partnerId, kind: 'webhook-disabled' })
    const recipients = mails.map(({ recipient }) => recipient)
    expect(recipients.toSorted()).toEqual([user.email, colleague.email].toSorted())
  })

  it('store at most 4,096 bytes of a response, also of invalid or multi-byte UTF-8', async () => {
    const { webhooks } = await addManager()
    response = { status: 200, body: Buffer.alloc(10_000, 0xff) }
    const id = await addActive(webhooks)
    response = { status: 200, body: 'é'.repeat(5_000) }
    await webhooks.test.mutate({ id })
    await expect.poll(async () => (await webhooks.get.query({ id })).lastDay.sent).toBe(2)
    response = { status: 200, body: '' }
    for (const { id: deliveryId } of (await webhooks.listDeliveries.query({ id })).items) {
      const { responseBody } = await webhooks.getDelivery.query({ id: deliveryId })
      // A character of up to four bytes may be cut off.
      expect(Buffer.byteLength(responseBody!)).toBeGreaterThan(responseBytes - 4)
      expect(Buffer.byteLength(responseBody!)).toBeLessThanOrEqual(responseBytes)
    }
  })

  it('wait while the sealing key of their secret is missing, and count neither attempts nor failures', async () => {
    const { webhooks } = await addManager()
    const id = await addActive(webhooks)
    const { prisma } = service.database
    const removedKeys: SealingKeys = [{ ...newSealingKeys()[0], kid: 'removed' }]
    const sealed = sealWithKeyring('whsec_AAAA', removedKeys, { purpose: 'webhook secret', owner: id })
    const { sealedSecret } = await prisma.webhookEndpoint.findFirstOrThrow({ where: { id } })
    await prisma.webhookEndpoint.updateMany({ where: { id }, data: { sealedSecret: Uint8Array.from(sealed) } })
    await webhooks.test.mutate({ id })
    const findLatest = async () => (await webhooks.listDeliveries.query({ id })).items[0]
    const waiting = { status: 'queued', attempts: 0, lastError: 'sealing key removed' }
    await expect.poll(findLatest).toMatchObject(waiting)
    expect(await webhooks.get.query({ id })).toMatchObject({ status: 'active', failingSince: null })
    await prisma.webhookEndpoint.updateMany({ where: { id }, data: { sealedSecret } })
    await prisma.webhookDelivery.updateMany({ where: { endpointId: id }, data: { dueAt: new Date() } })
    await expect.poll(findLatest).toMatchObject({ status: 'sent', attempts: 1 })
  })

  it('are hidden from users of a suspended partner, as are its events', async () => {
    const { webhooks, user } = await addManager()
    const id = await addActive(webhooks)
    await internal.partners.suspend.mutate({ id: user.partnerId })
    skipTime(PROPAGATION_LIMIT_MS)
    const { token } = await signedIn(service, user)
    const suspended = nativeClient(service, `Bearer ${token}`)
    expect(await rejectionOf(suspended.webhooks.listDeliveries.query({ id }))).toMatchObject({ status: 403 })
    expect(await rejectionOf(suspended.events.list.query())).toMatchObject({ status: 403 })
  })

  it('list every change in the activity of the partner', async () => {
    const { webhooks, team, user } = await addManager()
    const id = await addActive(webhooks)
    // A repeated type is stored once.
    await webhooks.update.mutate({ id, types: ['account.created', 'account.created'] })
    expect(await webhooks.get.query({ id })).toMatchObject({ types: ['account.created'] })
    await webhooks.rotateSecret.mutate({ id })
    await webhooks.delete.mutate({ id })
    const { items } = await team.listActivity.query({ topic: 'webhooks' })
    expect(items.map(({ action }) => action)).toEqual([
      'webhook.deleted',
      'webhook.secret-rotated',
      'webhook.changed',
      'webhook.created',
    ])
    expect(new Set(items.map(({ actor }) => actor?.id))).toEqual(new Set([user.id]))
  })
})
