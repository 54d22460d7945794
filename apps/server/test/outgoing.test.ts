import { createIdGenerator } from '@partner-accounts/core'
import { type HttpServer, startHttpServer } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Metrics } from '../src/observability/metrics.ts'
import { startDeliveries } from '../src/start-deliveries.ts'
import { parseSettings } from '../src/settings/settings.ts'
import { listenOn, startTestService, type TestService } from './harness.ts'
import { internalClient } from './internal/internal-client.ts'
import { captureLog } from './mail/log-capture.ts'
import { startSmtpServer, type TestSmtpServer } from './mail/test-smtp-server.ts'

const newId = createIdGenerator()

describe('OUTGOING=off', () => {
  let service: TestService
  let withoutOutgoing: TestService
  let smtp: TestSmtpServer
  let endpoint: HttpServer
  let requests = 0
  beforeAll(async () => {
    service = await startTestService()
    withoutOutgoing = await listenOn(service.database, { OUTGOING: 'off' })
    smtp = await startSmtpServer()
    endpoint = await startHttpServer((_request, response) => {
      requests += 1
      response.end()
    })
  })
  afterAll(async () => {
    await endpoint.stop()
    await smtp.stop()
    await withoutOutgoing.stop()
    await service.stop()
  })

  /** Starts the deliveries of an instance, and returns its log. */
  function startInstance(OUTGOING: string) {
    const { logger, lines } = captureLog()
    const observation = { metrics: new Metrics('test'), tracing: undefined }
    const settings = parseSettings({ OUTGOING, SMTP_URL: smtp.url })
    const deliveries = startDeliveries(settings, service.database, logger, observation)
    onTestFinished(() => deliveries.stop())
    return lines
  }

  it('leaves mails and webhooks in the queue and logs it, and OUTGOING=on sends them', async () => {
    const internal = internalClient(withoutOutgoing)
    const { id: partnerId } = await internal.partners.create.mutate({ name: 'Revenda' })
    const email = `${newId()}@revenda.example`
    await internal.portalUsers.invite.mutate({ partnerId, email, name: 'Ana' })
    const webhook = await internal.webhooks.create.mutate({ partnerId, url: `${endpoint.origin}/` })

    // Workers claim as soon as they start.
    const claimMails = vi.spyOn(service.database.mailQueue, 'claim')
    const claimWebhooks = vi.spyOn(service.database.webhookQueue, 'claim')
    onTestFinished(() => {
      claimMails.mockRestore()
      claimWebhooks.mockRestore()
    })
    const lines = startInstance('off')
    expect(claimMails).not.toHaveBeenCalled()
    expect(claimWebhooks).not.toHaveBeenCalled()
    expect(lines.map(({ msg }) => msg)).toContain('OUTGOING=off: no mail and no webhook leaves, all of them wait')
    expect((await internal.mails.list.query({ recipient: email })).items).toMatchObject([
      { status: 'queued', attempts: 0 },
    ])
    expect((await internal.webhooks.get.query({ id: webhook.id })).status).not.toBe('active')

    startInstance('on')
    expect(claimMails).toHaveBeenCalled()
    expect(claimWebhooks).toHaveBeenCalled()
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
