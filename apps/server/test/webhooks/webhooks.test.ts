import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createIdGenerator, LIMITS } from '@partner-accounts/core'
import { type HttpServer, startHttpServer } from '@partner-accounts/local-servers'
import { startNameServer } from '@partner-accounts/local-servers/name-server'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { NameResolver } from '../../src/webhooks/name-resolver.ts'
import { WebhookSender, type WebhookSenderOptions } from '../../src/webhooks/webhook-sender.ts'
import { startWebhookWorker } from '../../src/webhooks/webhook-worker.ts'
import { startTestService, type TestService } from '../harness.ts'
import { type InternalClient, internalClient, rejectionOf, UNKNOWN_ID } from '../internal/internal-client.ts'
import { captureLog } from '../mail/log-capture.ts'
import { startConnectProxy } from './connect-proxy.ts'

const newId = createIdGenerator()

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  event: { id: string; type: string; data: Record<string, unknown> }
}

describe('Webhooks', () => {
  let service: TestService
  let internal: InternalClient
  let server: HttpServer
  let base: string
  let received: Received[] = []
  /** Statuses with which paths respond instead of 200. */
  const statuses = new Map<string, number>()
  /** Paths that never respond. */
  const hangingPaths = new Set<string>()
  let hanging = 0
  let maxHanging = 0
  const workers: { stop: () => Promise<void> }[] = []
  beforeAll(async () => {
    service = await startTestService()
    internal = internalClient(service)
    const receive = async (request: IncomingMessage, response: ServerResponse) => {
      const body = await text(request)
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body, event: JSON.parse(body) as Received['event'] })
      if (!hangingPaths.has(path)) {
        response.writeHead(statuses.get(path) ?? 200).end('received')
        return
      }
      hanging += 1
      maxHanging = Math.max(maxHanging, hanging)
      response.once('close', () => {
        hanging -= 1
      })
    }
    server = await startHttpServer((request, response) => void receive(request, response))
    base = server.origin
  })
  afterEach(async () => {
    // A worker finishes its requests before it stops. Requests that hang would take until their timeout.
    server.closeConnections()
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    received = []
    statuses.clear()
    hangingPaths.clear()
    maxHanging = 0
  })
  afterAll(async () => {
    await server.stop()
    await service.stop()
  })

  const startWorker = (options: Pick<WebhookSenderOptions, 'proxyUrl' | 'resolver'> = {}) => {
    const sender = new WebhookSender({ ports: [443], allowLoopback: true, timeoutMs: 4_000, ...options })
    const { webhookQueue: queue, transact } = service.database
    workers.push(
      startWebhookWorker({
        queue,
        transact,
        sender,
        // Characters that no header may contain are replaced.
        version: '1.2.3 (güte)',
        logger: captureLog().logger,
        pollMilliseconds: 20,
      }),
    )
  }
  const addPartner = async () => (await internal.partners.create.mutate({ name: 'Revenda' })).id
  const createWebhook = (partnerId: string, path = `/${newId()}`) =>
    internal.webhooks.create.mutate({ partnerId, url: `${base}${path}` })
  const addActiveWebhook = async (partnerId: string, path?: string) => {
    const webhook = await createWebhook(partnerId, path)
    await untilStatus(webhook.id, 'active')
    return webhook
  }
  const untilStatus = (id: string, status: string) =>
    expect.poll(async () => (await internal.webhooks.get.query({ id })).status).toBe(status)
  /** Records an event of the partner, and returns the id of its subject. */
  const recordEvent = async (partnerId: string) => {
    const subjectId = newId()
    const actor = { kind: 'internal', name: 'test' } as const
    await service.database.transact(({ audit }) =>
      audit.record({ actor, action: 'portal-user.disabled', subjectId, partnerId }),
    )
    return subjectId
  }
  const eventsAt = (url: string) =>
    received.filter(({ path, event }) => url.endsWith(path) && event.type !== 'webhook.test')
  const subjectsAt = (url: string) => eventsAt(url).map(({ event }) => event.data['portal_user_id'])
  const makeDue = (id: string) =>
    service.database.prisma.webhookDelivery.updateMany({
      data: { dueAt: new Date(0) },
      where: { endpointId: id, status: 'queued' },
    })

  it('of a test partner receive X-Mode: test', async () => {
    const testOf = await addPartner()
    const { id: partnerId } = await internal.partners.create.mutate({ name: 'Revenda (test)', testOf })
    startWorker()
    const { url, secret } = await addActiveWebhook(partnerId)
    await recordEvent(partnerId)
    await expect.poll(() => eventsAt(url)).toHaveLength(1)
    const requests = received.filter(({ path }) => url.endsWith(path))
    expect(requests.map(({ headers }) => headers['x-mode'])).toEqual(['test', 'test'])
    for (const { body, headers } of requests) new Webhook(secret).verify(body, headers as Record<string, string>)
  })

  it('are verified by a test event, then receive each later event once, signed', async () => {
    const partnerId = await addPartner()
    await recordEvent(partnerId)
    startWorker()
    startWorker()
    const { id, url, secret } = await addActiveWebhook(partnerId)
    const subjects: string[] = []
    for (let count = 0; count < 20; count++) subjects.push(await recordEvent(partnerId))
    await expect.poll(() => subjectsAt(url)).toEqual(subjects)
    for (const { body, headers } of received.filter(({ path }) => url.endsWith(path))) {
      const parsed = new Webhook(secret).verify(body, headers as Record<string, string>) as { id: string }
      expect(headers['webhook-id']).toBe(parsed.id)
      expect(headers).toMatchObject({
        'user-agent': 'PartnerAccounts-Webhooks/1.2.3--g-te-',
        'content-type': 'application/json; charset=utf-8',
      })
      expect(headers).not.toHaveProperty('x-mode')
    }
    await expect.poll(() => internal.webhooks.get.query({ id })).toMatchObject({ queued: 0, failed: 0 })
    const { deliveries } = await internal.webhooks.get.query({ id })
    expect(deliveries[0]).toMatchObject({ status: 'sent', attempts: 1, responseStatus: 200, responseBody: 'received' })
  })

  it('receive only the types that they select', async () => {
    const partnerId = await addPartner()
    startWorker()
    const input = { partnerId, url: `${base}/types`, types: ['account.created' as const] }
    const selective = await internal.webhooks.create.mutate(input)
    await untilStatus(selective.id, 'active')
    const all = await addActiveWebhook(partnerId)
    await recordEvent(partnerId)
    await expect.poll(() => eventsAt(all.url)).toHaveLength(1)
    expect(eventsAt(selective.url)).toEqual([])
  })

  it('that fail are retried, and receive what waited when they recover', async () => {
    const partnerId = await addPartner()
    startWorker()
    const { id, url } = await addActiveWebhook(partnerId, '/fails')
    statuses.set('/fails', 500)
    const subjects = [await recordEvent(partnerId), await recordEvent(partnerId)]
    await expect
      .poll(() => internal.webhooks.get.query({ id }))
      .toMatchObject({ failingSince: expect.any(String) as string })
    await expect.poll(() => subjectsAt(url).toSorted()).toEqual(subjects.toSorted())
    statuses.delete('/fails')
    received = []
    await makeDue(id)
    await expect.poll(() => subjectsAt(url).toSorted()).toEqual(subjects.toSorted())
    await expect.poll(() => internal.webhooks.get.query({ id })).toMatchObject({ failingSince: null, queued: 0 })
  })

  it('are retried after an error of the proxy', async () => {
    const proxy = await startConnectProxy(502)
    onTestFinished(() => void proxy.close())
    startWorker({ proxyUrl: `http://${proxy.authority}` })
    const url = 'https://localhost/events'
    const { id } = await internal.webhooks.create.mutate({ partnerId: await addPartner(), url })
    for (const attempts of [1, 2]) {
      await expect
        .poll(() => internal.webhooks.get.query({ id }))
        .toMatchObject({ queued: 1, deliveries: [{ status: 'queued', attempts, lastError: 'proxy: HTTP 502' }] })
      await makeDue(id)
    }
  })

  it('are not failing while the name server of the service is not there', async () => {
    const nameServer = await startNameServer(() => undefined)
    await nameServer.stop()
    startWorker({ resolver: new NameResolver([nameServer.address]) })
    const url = 'https://hooks.revenda.example/'
    const { id } = await internal.webhooks.create.mutate({ partnerId: await addPartner(), url })
    await expect
      .poll(() => internal.webhooks.get.query({ id }))
      .toMatchObject({ failingSince: null, deliveries: [{ status: 'queued', lastError: 'dns: ECONNREFUSED' }] })
  })

  it('that respond with 410, or have failed for three days, are disabled until an operator resumes them', async () => {
    const partnerId = await addPartner()
    startWorker()
    const gone = await addActiveWebhook(partnerId, '/gone')
    const old = await addActiveWebhook(partnerId, '/old')
    statuses.set('/gone', 410).set('/old', 500)
    const moreThanThreeDaysAgo = new Date(Date.now() - 73 * 3_600_000)
    await service.database.prisma.webhookEndpoint.updateMany({
      data: { failingSince: moreThanThreeDaysAgo },
      where: { id: old.id },
    })
    await recordEvent(partnerId)
    for (const { id } of [gone, old]) await untilStatus(id, 'disabled')
    statuses.clear()
    await internal.webhooks.resume.mutate({ id: old.id })
    await untilStatus(old.id, 'active')
    await makeDue(old.id)
    await expect.poll(() => internal.webhooks.get.query({ id: old.id })).toMatchObject({ queued: 0 })
  })

  it('that are paused receive nothing until they are resumed', async () => {
    const partnerId = await addPartner()
    startWorker()
    const { id, url } = await addActiveWebhook(partnerId)
    const other = await addActiveWebhook(partnerId)
    await internal.webhooks.pause.mutate({ id })
    expect(await rejectionOf(internal.webhooks.pause.mutate({ id }))).toMatchObject({ status: 409 })
    const subject = await recordEvent(partnerId)
    await expect.poll(() => subjectsAt(other.url)).toEqual([subject])
    expect(subjectsAt(url)).toEqual([])
    await internal.webhooks.resume.mutate({ id })
    await expect.poll(() => subjectsAt(url)).toEqual([subject])
  })

  it('can receive one delivery again, or all that failed, or all since a time', async () => {
    const partnerId = await addPartner()
    startWorker()
    const { id, url } = await addActiveWebhook(partnerId)
    const subject = await recordEvent(partnerId)
    await expect
      .poll(() => internal.webhooks.get.query({ id }))
      .toMatchObject({ queued: 0, deliveries: [{ status: 'sent' }, { type: 'webhook.test' }] })
    const [delivery] = (await internal.webhooks.get.query({ id })).deliveries
    expect(await internal.webhooks.replay.mutate({ id: delivery!.id })).toMatchObject({ id, replayed: 1 })
    await expect.poll(() => internal.webhooks.get.query({ id })).toMatchObject({ queued: 0 })
    expect(subjectsAt(url)).toEqual([subject, subject])
    expect(await internal.webhooks.replay.mutate({ id, failed: true })).toMatchObject({ replayed: 0 })
    await service.database.prisma.webhookDelivery.updateMany({
      data: { status: 'failed' },
      where: { id: delivery!.id },
    })
    expect(await internal.webhooks.replay.mutate({ id, failed: true })).toMatchObject({ replayed: 1 })
    await expect.poll(() => internal.webhooks.get.query({ id })).toMatchObject({ queued: 0, failed: 0 })
    expect(subjectsAt(url)).toEqual([subject, subject, subject])
    // The test event is replayed, too.
    expect(await internal.webhooks.replay.mutate({ id, since: '2026-01-01' })).toMatchObject({ replayed: 2 })
    await expect.poll(() => subjectsAt(url)).toHaveLength(4)
  })

  it('that hang do not delay other endpoints', async () => {
    const partners = await Promise.all(Array.from({ length: 5 }, addPartner))
    startWorker()
    const webhooks = await Promise.all(
      partners.map((partnerId, index) => addActiveWebhook(partnerId, index < 2 ? `/hangs-${index}` : undefined)),
    )
    for (const index of [0, 1]) hangingPaths.add(`/hangs-${index}`)
    const subjects = new Map<string, string[]>()
    for (const partnerId of partners)
      subjects.set(partnerId, await Promise.all(Array.from({ length: 10 }, () => recordEvent(partnerId))))
    for (const { url, partnerId } of webhooks.slice(2))
      await expect.poll(() => new Set(subjectsAt(url))).toEqual(new Set(subjects.get(partnerId)))
    // After a failed attempt, an endpoint receives one request at a time, and each waits for its timeout.
    for (const { url } of webhooks.slice(0, 2)) expect(subjectsAt(url).length).toBeLessThan(10)
  })

  it('of a partner have a limited number of requests in flight when all hang, and do not delay another partner', async () => {
    const partnerId = await addPartner()
    const other = await addPartner()
    startWorker()
    const webhook = await addActiveWebhook(other)
    for (let index = 0; index < 10; index++) await addActiveWebhook(partnerId, `/all-hang-${index}`)
    // No worker runs until all deliveries are due.
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    for (let index = 0; index < 10; index++) hangingPaths.add(`/all-hang-${index}`)
    for (let count = 0; count < 10; count++) await recordEvent(partnerId)
    await service.database.webhookQueue.fanOut()
    // Events about the same account are delivered one after the other, so each gets another account.
    await service.database.pool.query('UPDATE webhook_deliveries SET account_id = id WHERE partner_id = $1', [
      partnerId,
    ])
    startWorker()
    await expect.poll(() => maxHanging).toBe(LIMITS.webhooks.inFlightPerPartner)
    const subjects = [await recordEvent(other), await recordEvent(other)]
    await expect.poll(() => subjectsAt(webhook.url)).toEqual(subjects)
    expect(maxHanging).toBe(LIMITS.webhooks.inFlightPerPartner)
  })

  it('sign with both the previous and the new secret after a rotation', async () => {
    const partnerId = await addPartner()
    startWorker()
    const { id, url, secret } = await addActiveWebhook(partnerId)
    const rotated = await internal.webhooks.rotateSecret.mutate({ id })
    await recordEvent(partnerId)
    await expect.poll(() => eventsAt(url)).toHaveLength(1)
    const [{ body, headers }] = eventsAt(url) as [Received]
    for (const validSecret of [secret, rotated.secret])
      new Webhook(validSecret).verify(body, headers as Record<string, string>)
  })

  it('are limited to 10 per partner, are listed without secrets, and return 404 after they are deleted', async () => {
    const partnerId = await addPartner()
    for (let count = 0; count < 10; count++) await createWebhook(partnerId)
    expect(await rejectionOf(createWebhook(partnerId))).toMatchObject({ status: 409 })
    const { items } = await internal.webhooks.list.query({ partnerId })
    expect(items).toHaveLength(10)
    expect(JSON.stringify(items)).not.toContain('whsec_')
    await internal.webhooks.delete.mutate({ id: items[0]!.id })
    expect(await rejectionOf(internal.webhooks.get.query({ id: items[0]!.id }))).toMatchObject({ status: 404 })
    expect(await rejectionOf(internal.webhooks.resume.mutate({ id: UNKNOWN_ID }))).toMatchObject({ status: 404 })
  })

  it.each(['\n', ' ', '\r\n', '\u00A0', '\u200B', '\uFEFF', '\t'])(
    'are created from a copied URL with %j around it, which is removed, and rejected with it inside the URL',
    async (character) => {
      const partnerId = await addPartner()
      const create = (url: string) => internal.webhooks.create.mutate({ partnerId, url })
      const { url } = await create(`${character}https://revenda.example/events${character}`)
      expect(url).toBe('https://revenda.example/events')
      expect(await rejectionOf(create(`https://revenda.example/ev${character}ents`))).toMatchObject({
        status: 422,
        details: { url: [expect.any(String)] },
      })
    },
  )

  it.each([
    ['revenda.example/events', /^Deve ser uma URL completa/],
    ['ftp://revenda.example/', /^Deve ser uma URL completa/],
    ['https://revenda.example/ev ents', /^Há um espaço/],
    ['http://revenda.example/events', /^Deve começar com https/],
    ['http://localhost.example:3000/events', /^Deve começar com https/],
    ['https://ana:senha@revenda.example/', /^Não pode conter usuário e senha/],
    ['https://revenda.example/events#new', /^Não pode conter #/],
    ['https://10.0.0.1/', /^Este endereço IP é de uma rede interna/],
    ['https://[fd00::1]/', /^Este endereço IP é de uma rede interna/],
    ['https://erp/events', /^Este nome só existe numa rede interna/],
    ['https://erp.local./events', /^Este nome só existe numa rede interna/],
    ['https://revenda.example:22/', /^Esta porta não é permitida/],
  ])('are rejected with 422 for %s, with a sentence about this error only', async (url, sentence) => {
    const partnerId = await addPartner()
    const rejection = await rejectionOf(internal.webhooks.create.mutate({ partnerId, url }))
    expect(rejection).toEqual({ status: 422, details: { url: [expect.stringMatching(sentence)] } })
  })

  it('are rejected with 422 for a URL of more than 2,000 characters, with this maximum in the message', async () => {
    const partnerId = await addPartner()
    const url = `https://revenda.example/${'x'.repeat(2_000)}`
    const rejection = await rejectionOf(internal.webhooks.create.mutate({ partnerId, url }))
    expect(rejection).toEqual({ status: 422, details: { url: [expect.stringMatching(/2\.?000/)] } })
  })

  it('deliver an event again after its worker was killed', async () => {
    const partnerId = await addPartner()
    startWorker()
    const { id, url } = await addActiveWebhook(partnerId)
    await workers.pop()!.stop()
    const subject = await recordEvent(partnerId)
    await service.database.webhookQueue.fanOut()
    // A killed worker has claimed the delivery, but recorded nothing.
    const claimed = await service.database.webhookQueue.claim(64, 60)
    expect(claimed.filter(({ webhook }) => webhook.id === id)).toHaveLength(1)
    await makeDue(id)
    startWorker()
    await expect.poll(() => subjectsAt(url)).toEqual([subject])
  })
})
