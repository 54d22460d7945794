import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Permission } from '@partner-accounts/core'
import { type HttpServer, startHttpServer } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountBody, addColleague, signedInPartner, startTestService, type TestService } from '../harness.ts'
import { internalClient, nativeClient, rejectionOf } from '../internal/internal-client.ts'
import { startFastWorker } from './fast-worker.ts'

describe('Endpoints of a partner', () => {
  let service: TestService
  let server: HttpServer
  let base: string
  let worker: { stop: () => Promise<void> }
  let responseStatus = 200
  const received: string[] = []
  beforeAll(async () => {
    service = await startTestService()
    const receive = async (request: IncomingMessage, response: ServerResponse) => {
      received.push(await text(request))
      response.writeHead(responseStatus).end('noted')
    }
    server = await startHttpServer((request, response) => void receive(request, response))
    base = server.origin
    worker = startFastWorker(service)
  })
  afterAll(async () => {
    await worker.stop()
    await server.stop()
    await service.stop()
  })

  const addManager = async (permissions: Permission[] = ['webhooks:manage', 'accounts:create']) => {
    const partner = await signedInPartner(service, { permissions })
    return { ...partner, webhooks: nativeClient(service, `Bearer ${partner.token}`).webhooks }
  }
  type Webhooks = Awaited<ReturnType<typeof addManager>>['webhooks']
  const untilStatus = (webhooks: Webhooks, id: string, expected: string) =>
    expect.poll(async () => (await webhooks.get.query({ id })).status).toBe(expected)

  it('are added, verified, changed, paused, rotated, tested and deleted by its users with webhooks:manage', async () => {
    const { webhooks, user } = await addManager()
    const { id, secret, ...added } = await webhooks.create.mutate({ url: `${base}/events`, types: ['account.created'] })
    expect(added).toMatchObject({ status: 'unverified', types: ['account.created'] })
    await untilStatus(webhooks, id, 'active')
    const { items } = await webhooks.list.query()
    expect(items).toMatchObject([{ id, lastDay: { sent: 1, queued: 0, failed: 0 } }])
    expect(await webhooks.update.mutate({ id, types: [] })).toMatchObject({ types: [] })
    expect(await webhooks.pause.mutate({ id })).toMatchObject({ status: 'paused' })
    expect(await rejectionOf(webhooks.test.mutate({ id }))).toMatchObject({ status: 409 })
    expect(await webhooks.resume.mutate({ id })).toMatchObject({ status: 'active' })
    const rotated = await webhooks.rotateSecret.mutate({ id })
    expect(rotated.secret).toMatch(/^whsec_/)
    expect(rotated.secret).not.toBe(secret)
    await webhooks.test.mutate({ id })
    await expect.poll(async () => (await webhooks.get.query({ id })).lastDay.sent).toBe(2)
    await webhooks.delete.mutate({ id })
    expect(await webhooks.list.query()).toEqual({ items: [] })
    const { items: entries } = await internalClient(service).audit.list.query({ recordId: id })
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual(
      ['deleted', 'secret-rotated', 'resumed', 'paused', 'changed', 'created'].map((change) => [
        `webhook.${change}`,
        `portal-user:${user.id}`,
      ]),
    )
  })

  it('list each delivery with its account, request and response', async () => {
    const { webhooks, ...partner } = await addManager()
    const { id } = await webhooks.create.mutate({ url: `${base}/log` })
    await untilStatus(webhooks, id, 'active')
    responseStatus = 500
    const { body } = await partner.post('/partner-accounts', accountBody())
    const findLatest = async () => (await webhooks.listDeliveries.query({ id, status: 'queued' })).items[0]
    await expect
      .poll(findLatest)
      .toMatchObject({ type: 'account.created', account: { id: body._id }, responseStatus: 500 })
    responseStatus = 200
    const shown = await webhooks.getDelivery.query({ id: (await findLatest())!.id })
    expect(shown).toMatchObject({ webhookId: id, responseBody: 'noted', lastError: 'HTTP 500' })
    const sent = received.find((requestBody) => requestBody.includes(body._id as string))
    expect(JSON.parse(shown.requestBody!)).toEqual(JSON.parse(sent!))
  })

  it('replay one delivery or the deliveries of a time range', async () => {
    const { webhooks, ...partner } = await addManager()
    const { id } = await webhooks.create.mutate({ url: `${base}/replay` })
    await untilStatus(webhooks, id, 'active')
    const { body } = await partner.post('/partner-accounts', accountBody())
    const bodiesWithAccount = () => received.filter((requestBody) => requestBody.includes(body._id as string))
    const untilSent = () =>
      expect.poll(() => webhooks.get.query({ id })).toMatchObject({ lastDay: { sent: 2, queued: 0 } })
    await untilSent()
    expect(bodiesWithAccount()).toHaveLength(1)
    const [delivery] = (await webhooks.listDeliveries.query({ id })).items
    expect(await webhooks.replay.mutate({ id: delivery!.id })).toMatchObject({ replayed: 1 })
    await untilSent()
    expect(bodiesWithAccount()).toHaveLength(2)
    const since = new Date(Date.now() - 3_600_000).toISOString()
    const range = { id, since, until: new Date(Date.now() + 3_600_000).toISOString() }
    const emptyRange = { ...range, until: since }
    expect(await webhooks.replay.mutate(emptyRange)).toMatchObject({ replayed: 0 })
    // The range contains the test event, too.
    expect(await webhooks.replay.mutate(range)).toMatchObject({ replayed: 2 })
    await untilSent()
    expect(bodiesWithAccount()).toHaveLength(3)
  })

  it('are not found by any call of users of other partners', async () => {
    const owner = await addManager()
    const stranger = await addManager()
    const { id } = await owner.webhooks.create.mutate({ url: `${base}/own` })
    await untilStatus(owner.webhooks, id, 'active')
    const [delivery] = (await owner.webhooks.listDeliveries.query({ id })).items
    const before = await owner.webhooks.get.query({ id })
    const { webhooks } = stranger
    const calls = {
      get: () => webhooks.get.query({ id }),
      listDeliveries: () => webhooks.listDeliveries.query({ id }),
      getDelivery: () => webhooks.getDelivery.query({ id: delivery!.id }),
      update: () => webhooks.update.mutate({ id, types: ['account.created'] }),
      test: () => webhooks.test.mutate({ id }),
      pause: () => webhooks.pause.mutate({ id }),
      resume: () => webhooks.resume.mutate({ id }),
      rotateSecret: () => webhooks.rotateSecret.mutate({ id }),
      replay: () => webhooks.replay.mutate({ id, failed: true }),
      replayOne: () => webhooks.replay.mutate({ id: delivery!.id }),
      delete: () => webhooks.delete.mutate({ id }),
    }
    for (const [name, call] of Object.entries(calls))
      expect([name, await rejectionOf(call())]).toMatchObject([
        name,
        { status: 404, details: 'Endpoint or delivery not found.' },
      ])
    expect((await webhooks.list.query()).items).toEqual([])
    expect(await owner.webhooks.get.query({ id })).toEqual(before)
  })

  it('are recorded and reported by mail to the people with webhooks:manage when they are disabled', async () => {
    const { webhooks, user } = await addManager()
    const colleague = await addColleague(service, user)
    const internal = internalClient(service)
    await internal.portalUsers.setPermissions.mutate({ id: colleague.id, permissions: ['users:manage'] })
    const { id } = await webhooks.create.mutate({ url: `${base}/gone?secret=1` })
    await untilStatus(webhooks, id, 'active')
    responseStatus = 410
    await webhooks.test.mutate({ id })
    await untilStatus(webhooks, id, 'disabled')
    responseStatus = 200
    const { items: entries } = await internal.audit.list.query({ recordId: id, action: 'webhook.disabled' })
    expect(entries).toMatchObject([{ actor: 'service', partnerId: user.partnerId }])
    const { items: mails } = await internal.mails.list.query({ partnerId: user.partnerId, kind: 'webhook-disabled' })
    expect(mails.map(({ recipient }) => recipient)).toEqual([user.email])
    const { text: shown } = await internal.mails.get.query({ id: mails[0]!.id })
    expect(shown).toContain(`${new URL(base).host} respondeu 410`)
    expect(shown).not.toContain('secret=1')
    const { items: failing } = await internal.webhooks.list.query({ partnerId: user.partnerId, isFailing: true })
    expect(failing).toMatchObject([{ id, failingSince: expect.any(String) as string }])
    expect(await webhooks.resume.mutate({ id })).toMatchObject({ status: 'unverified' })
    await untilStatus(webhooks, id, 'active')
  })

  it('require webhooks:manage, while the feed requires webhooks:manage or accounts:read', async () => {
    const reader = await addManager(['accounts:read', 'accounts:create', 'users:manage'])
    expect(await rejectionOf(reader.webhooks.list.query())).toMatchObject({ status: 403 })
    expect(await rejectionOf(reader.webhooks.create.mutate({ url: base }))).toMatchObject({ status: 403 })
    expect((await reader.get('/events')).status).toBe(200)
    const manager = await addManager(['webhooks:manage'])
    expect((await manager.get('/events')).status).toBe(200)
    expect((await manager.get('/partner-accounts')).status).toBe(403)
  })
})
