import { createIdGenerator } from '@partner-accounts/core'
import { type HttpServer, startHttpServer } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Metrics } from '../src/observability/metrics.ts'
import { type Deliveries, startDeliveries } from '../src/start-deliveries.ts'
import { parseSettings } from '../src/settings/settings.ts'
import { listenOn, startTestService, type TestService } from './harness.ts'
import { internalClient } from './internal/internal-client.ts'
import { captureLog } from './mail/log-capture.ts'
import { startSmtpServer, type TestSmtpServer } from './mail/test-smtp-server.ts'

const newId = createIdGenerator()

describe('OUTGOING=off', () => {
  let service: TestService
  let restored: TestService
  let smtp: TestSmtpServer
  let endpoint: HttpServer
  let requests = 0
  const deliveries: Deliveries[] = []
  beforeAll(async () => {
    service = await startTestService()
    restored = await listenOn(service.database, { OUTGOING: 'off' })
    smtp = await startSmtpServer()
    endpoint = await startHttpServer((_request, response) => {
      requests += 1
      response.end()
    })
  })
  afterAll(async () => {
    await Promise.all(deliveries.map((each) => each.stop()))
    await endpoint.stop()
    await smtp.stop()
    await restored.stop()
    await service.stop()
  })

  /** Starts the deliveries of an instance. Returns its log, and the queues that its workers access. */
  function startInstance(OUTGOING: string) {
    const { logger, lines } = captureLog()
    const used: string[] = []
    const queueOf = <Name extends 'mailQueue' | 'webhookQueue'>(name: Name) =>
      new Proxy(service.database[name], {
        get(queue, method, receiver) {
          used.push(name)
          const member: unknown = Reflect.get(queue, method, receiver)
          return typeof member === 'function' ? (member.bind(queue) as unknown) : member
        },
      })
    const { transact } = service.database
    const database = { mailQueue: queueOf('mailQueue'), webhookQueue: queueOf('webhookQueue'), transact }
    const observation = { metrics: new Metrics('test'), tracing: undefined }
    const settings = parseSettings({ OUTGOING, SMTP_URL: smtp.url })
    deliveries.push(startDeliveries(settings, database, logger, observation))
    return { lines, used }
  }

  it('leaves mails and webhooks in the queue and logs it, and OUTGOING=on sends them', async () => {
    const internal = internalClient(restored)
    const { id: partnerId } = await internal.partners.create.mutate({ name: 'Revenda' })
    const email = `${newId()}@revenda.example`
    await internal.portalUsers.invite.mutate({ partnerId, email, name: 'Ana' })
    const webhook = await internal.webhooks.create.mutate({ partnerId, url: `${endpoint.origin}/` })

    const off = startInstance('off')
    expect(off.used).toEqual([])
    expect(off.lines.map(({ msg }) => msg)).toContain('OUTGOING=off: no mail and no webhook leaves, all of them wait')
    expect((await internal.mails.list.query({ recipient: email })).items).toMatchObject([
      { status: 'queued', attempts: 0 },
    ])
    expect((await internal.webhooks.get.query({ id: webhook.id })).status).not.toBe('active')

    // Workers claim as soon as they start, so with `off` they would have accessed the queues by now, too.
    const on = startInstance('on')
    expect(new Set(on.used)).toEqual(new Set(['mailQueue', 'webhookQueue']))
    await expect.poll(() => smtp.delivered.map(({ to }) => to)).toEqual([[email]])
    await expect.poll(async () => (await internal.webhooks.get.query({ id: webhook.id })).status).toBe('active')
    expect(requests).toBe(1)
  })

  it.each([
    ['off', false, 0],
    ['on', true, 1],
  ])('figures.get and the metrics report OUTGOING=%s', async (OUTGOING, isOutgoingEnabled, gauge) => {
    const instance = await listenOn(service.database, { OUTGOING })
    expect(await internalClient(instance).figures.get.query()).toMatchObject({ isOutgoingEnabled })
    const metrics = await (await fetch(`${instance.origin}/metrics`)).text()
    expect(metrics).toContain(`\noutgoing_enabled ${gauge}\n`)
    await instance.stop()
  })
})
