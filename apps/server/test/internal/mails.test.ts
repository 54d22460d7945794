import { createIdGenerator } from '@partner-accounts/core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { MailWorker } from '../../src/mail/mail-worker.ts'
import { SmtpMailTransport } from '../../src/mail/smtp-mail-transport.ts'
import { startTestService, type TestService } from '../harness.ts'
import { captureLog } from '../mail/log-capture.ts'
import { IDENTITY } from '../mail/sample-mails.ts'
import { smtpError, startSmtpServer, type TestSmtpServer } from '../mail/test-smtp-server.ts'
import { type InternalClient, internalClient, rejectionOf, UNKNOWN_ID } from './internal-client.ts'

const newId = createIdGenerator()
const DATETIME: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+00:00$/)
const NO_FAILED_MAIL = { status: 404, details: 'No failed mail has this id.' }

describe('Mails', () => {
  let service: TestService
  let internal: InternalClient
  let server: TestSmtpServer
  let accepting = true
  const workers: { worker: MailWorker; transport: SmtpMailTransport }[] = []
  beforeAll(async () => {
    service = await startTestService()
    internal = internalClient(service)
    server = await startSmtpServer({
      onRcptTo: (_address, _session, done) => done(accepting ? null : smtpError(550, '5.1.1 unknown')),
    })
  })
  afterEach(async () => {
    for (const { worker, transport } of workers.splice(0)) {
      await worker.stop()
      transport.close()
    }
    accepting = true
  })
  afterAll(async () => {
    await server.stop()
    await service.stop()
  })

  const startWorker = () => {
    const { mailDeliveries: deliveries } = service.database
    const transport = new SmtpMailTransport(server.url, IDENTITY)
    const worker = new MailWorker({ deliveries, transport, logger: captureLog().logger, pollMilliseconds: 20 })
    workers.push({ worker, transport })
    worker.start()
  }

  async function invite() {
    const { id: partner_id } = await internal.partners.create.mutate({ name: 'Revenda Sul' })
    const email = `${newId()}@revenda.example`
    await internal.portalUsers.invite.mutate({ partner_id, email, name: 'Ana' })
    const [mail] = (await internal.mails.list.query()).items
    return { email, id: mail!.id }
  }
  const listed = async (id: string, failed = false) =>
    (await internal.mails.list.query({ failed })).items.filter((mail) => mail.id === id)
  const untilListed = (id: string, expected: object) =>
    vi.waitFor(async () => expect(await listed(id)).toMatchObject([expected]), 30_000)
  const deliveredTo = (email: string) => server.delivered.filter(({ to }) => to.includes(email))

  it('that are rejected permanently are listed as failed, and delivered once after a retry', async () => {
    const { id, email } = await invite()
    accepting = false
    startWorker()
    await untilListed(id, { status: 'failed' })
    const about = { partner_id: expect.any(String), account_id: null }
    const mail = { id, kind: 'portal-user-invitation', recipient: email, created: DATETIME, ...about }
    expect(await listed(id, true)).toEqual([
      { ...mail, status: 'failed', attempts: 1, last_error: 'SMTP 550 5.1.1 at RCPT TO', sent: null },
    ])
    accepting = true
    expect(await internal.mails.retry.mutate({ id })).toMatchObject({ id, status: 'queued' })
    expect(await rejectionOf(internal.mails.retry.mutate({ id }))).toEqual(NO_FAILED_MAIL)
    await untilListed(id, { status: 'sent' })
    expect(await listed(id)).toEqual([{ ...mail, status: 'sent', attempts: 2, last_error: null, sent: DATETIME }])
    expect(await listed(id, true)).toEqual([])
    expect(deliveredTo(email)).toHaveLength(1)
    const [entry] = (await internal.audit.list.query()).items
    expect(entry).toMatchObject({ action: 'mail.retried', actor: 'internal:test', subject_id: id })
  })

  it('that did not fail cannot be retried', async () => {
    const { id, email } = await invite()
    expect(await rejectionOf(internal.mails.retry.mutate({ id }))).toEqual(NO_FAILED_MAIL)
    startWorker()
    await untilListed(id, { status: 'sent' })
    expect(await rejectionOf(internal.mails.retry.mutate({ id }))).toEqual(NO_FAILED_MAIL)
    expect(await rejectionOf(internal.mails.retry.mutate({ id: UNKNOWN_ID }))).toEqual(NO_FAILED_MAIL)
    expect(deliveredTo(email)).toHaveLength(1)
  })

  it('are stored with sealed content, which is deleted after they are sent', async () => {
    const { id } = await invite()
    const { prisma } = service.database
    const { sealedContent } = await prisma.mail.findFirstOrThrow({ where: { id } })
    expect(Buffer.from(sealedContent!).toString('latin1')).not.toContain('pau_')
    startWorker()
    await untilListed(id, { status: 'sent' })
    expect((await prisma.mail.findFirstOrThrow({ where: { id } })).sealedContent).toBeNull()
  })
})
