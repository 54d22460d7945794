import { randomBytes } from 'node:crypto'
import { createIdGenerator, sealWithKeyring } from '@partner-accounts/core'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMailWorker } from '../../src/mail/mail-worker.ts'
import { SmtpMailTransport } from '../../src/mail/smtp-mail-transport.ts'
import { startTestService, TEST_KEYS, type TestService } from '../harness.ts'
import { captureLog } from '../mail/log-capture.ts'
import { IDENTITY, SMTP } from '../mail/sample-mails.ts'
import { smtpError, startSmtpServer, type TestSmtpServer } from '../mail/test-smtp-server.ts'
import { readEveryPage, type InternalClient, internalClient, rejectionOf, UNKNOWN_ID } from './internal-client.ts'

const newId = createIdGenerator()
const DATETIME: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+00:00$/)
const NO_FAILED_MAIL = { status: 404, details: 'Failed mail not found.' }

describe('Mails', () => {
  let service: TestService
  let internal: InternalClient
  let server: TestSmtpServer
  let isAccepting = true
  const workers: { worker: ReturnType<typeof createMailWorker>; transport: SmtpMailTransport }[] = []
  beforeAll(async () => {
    service = await startTestService()
    internal = internalClient(service)
    server = await startSmtpServer({
      onRcptTo: (_address, _session, done) => done(isAccepting ? null : smtpError(550, '5.1.1 unknown')),
    })
  })
  afterEach(async () => {
    for (const { worker, transport } of workers.splice(0)) {
      await worker.stop()
      transport.close()
    }
    isAccepting = true
  })
  afterAll(async () => {
    await server.stop()
    await service.stop()
  })

  const startWorker = () => {
    const { mailQueue: queue } = service.database
    const transport = new SmtpMailTransport(server.url, IDENTITY, SMTP)
    const log = captureLog()
    const worker = createMailWorker({ queue, transport, logger: log.logger, pollMilliseconds: 20 })
    workers.push({ worker, transport })
    worker.start()
    return log
  }

  async function invite() {
    const { id: partnerId } = await internal.partners.create.mutate({ name: 'Revenda Sul' })
    const email = `${newId()}@revenda.example`
    await internal.portalUsers.invite.mutate({ partnerId, email, name: 'Ana' })
    const [mail] = (await internal.mails.list.query()).items
    return { email, id: mail!.id }
  }
  const listMail = async (id: string, filter: { failed?: boolean } = {}) =>
    (await internal.mails.list.query(filter)).items.filter((mail) => mail.id === id)
  const untilListed = (id: string, expected: object) =>
    vi.waitFor(async () => expect(await listMail(id)).toMatchObject([expected]), 30_000)
  const deliveredTo = (email: string) => server.delivered.filter(({ to }) => to.includes(email))

  it('rejected permanently are listed as failed, and delivered once after a retry', async () => {
    const { id, email } = await invite()
    isAccepting = false
    startWorker()
    await untilListed(id, { status: 'failed' })
    const mail = {
      id,
      kind: 'portal-user-invitation',
      recipient: email,
      createdAt: DATETIME,
      partnerId: expect.any(String),
      accountId: null,
    }
    expect(await listMail(id, { failed: true })).toEqual([
      { ...mail, status: 'failed', attempts: 1, lastError: 'SMTP 550 5.1.1 at RCPT TO', sentAt: null },
    ])
    isAccepting = true
    expect(await internal.mails.retry.mutate({ id })).toMatchObject({ id, status: 'queued' })
    expect(await rejectionOf(internal.mails.retry.mutate({ id }))).toEqual(NO_FAILED_MAIL)
    await untilListed(id, { status: 'sent' })
    expect(await listMail(id)).toEqual([{ ...mail, status: 'sent', attempts: 1, lastError: null, sentAt: DATETIME }])
    expect(await listMail(id, { failed: true })).toEqual([])
    expect(deliveredTo(email)).toHaveLength(1)
    const [entry] = (await internal.audit.list.query()).items
    expect(entry).toMatchObject({ action: 'mail.retried', actor: 'internal:test', subjectId: id })
  })

  it('that wait for a retry can be sent immediately, one by one or in bulk, with all attempts again', async () => {
    const { id: partnerId } = await internal.partners.create.mutate({ name: 'Revenda Norte' })
    const emails = Array.from({ length: 3 }, () => `${newId()}@revenda.example`)
    for (const email of emails) await internal.portalUsers.invite.mutate({ partnerId, email, name: 'Ana' })
    const ids = (await internal.mails.list.query({ partnerId })).items.map(({ id }) => id)
    const [first, second, unsent] = ids
    const { prisma } = service.database
    const dueAt = new Date(Date.now() + 86_400_000)
    const deferred = { id: { in: [first!, second!] } }
    await prisma.mail.updateMany({ where: deferred, data: { attempts: 9, lastError: 'SMTP 421', dueAt } })
    expect(await internal.mails.retry.mutate({ id: first! })).toMatchObject({
      id: first,
      status: 'queued',
      attempts: 0,
    })
    // The mail is due from now on. An earlier time would make the queue appear to be hours late.
    const countTo = 1
    expect((await service.database.mailQueue.state(countTo)).overdueSeconds).toBeLessThan(3_600)
    expect(await rejectionOf(internal.mails.retry.mutate({ id: unsent! }))).toEqual(NO_FAILED_MAIL)
    const retried = await internal.mails.retryMany.mutate({ partnerId, status: 'queued' })
    expect(retried.items.map(({ id }) => id)).toEqual([second])
    startWorker()
    for (const email of emails) await vi.waitFor(() => expect(deliveredTo(email)).toHaveLength(1), 30_000)
  })

  it('cannot be retried before their first attempt or after they were sent', async () => {
    const { id, email } = await invite()
    expect(await rejectionOf(internal.mails.retry.mutate({ id }))).toEqual(NO_FAILED_MAIL)
    startWorker()
    await untilListed(id, { status: 'sent' })
    expect(await rejectionOf(internal.mails.retry.mutate({ id }))).toEqual(NO_FAILED_MAIL)
    expect(await rejectionOf(internal.mails.retry.mutate({ id: UNKNOWN_ID }))).toEqual(NO_FAILED_MAIL)
    expect(deliveredTo(email)).toHaveLength(1)
  })

  it('can be discarded until they are sent, which the audit trail records', async () => {
    const { id, email } = await invite()
    expect(await internal.mails.delete.mutate({ id })).toMatchObject({ id, recipient: email, status: 'queued' })
    expect(await listMail(id)).toEqual([])
    const [entry] = (await internal.audit.list.query()).items
    expect(entry).toMatchObject({ action: 'mail.discarded', actor: 'internal:test', subjectId: id })
    expect((await rejectionOf(internal.mails.delete.mutate({ id }))).status).toBe(404)
    startWorker()
    const sent = await invite()
    await untilListed(sent.id, { status: 'sent' })
    expect((await rejectionOf(internal.mails.delete.mutate({ id: sent.id }))).status).toBe(410)
    expect(deliveredTo(email)).toEqual([])
  })

  it('with a link are discarded when the next link is mailed, whatever their state, because their link is invalid', async () => {
    const { id: partnerId } = await internal.partners.create.mutate({ name: 'Revenda Leste' })
    const listIds = async () => (await internal.mails.list.query({ partnerId })).items.map(({ id }) => id)
    const person = { partnerId, email: `${newId()}@revenda.example`, name: 'Ana' }
    const { id } = await internal.portalUsers.invite.mutate(person)
    await internal.portalUsers.invite.mutate({ ...person, email: `${newId()}@revenda.example` })
    const [other, first] = await listIds()
    const dueAt = new Date(Date.now() + 600_000)
    for (const state of [{ lastError: 'SMTP 451', dueAt }, { status: 'failed' }]) {
      await service.database.prisma.mail.updateMany({ where: { recipient: person.email }, data: state })
      await internal.portalUsers.resendInvitation.mutate({ id })
    }
    const ids = await listIds()
    expect(ids).toEqual([expect.any(String), other])
    expect(ids).not.toContain(first)
  })

  it('are previewed without the token of their link until they are sent', async () => {
    const { id, email } = await invite()
    const preview = await internal.mails.get.query({ id })
    expect(preview).toMatchObject({ id, recipient: email, status: 'queued', kind: 'portal-user-invitation' })
    expect(preview.subject).toBe('Seu convite para o portal de parceiros: Revenda Sul')
    const link = 'http://localhost:3000/activate?token=***'
    expect(preview.text).toContain(link)
    expect(preview.html).toContain(`href="${link}"`)
    const message = await PostalMime.parse(preview.message)
    expect([message.subject, message.text]).toEqual([preview.subject, expect.stringContaining(link)])
    expect(JSON.stringify(preview) + message.text).not.toMatch(/pau_/)

    startWorker()
    await untilListed(id, { status: 'sent' })
    // Joins the lines that the transfer encoding has broken.
    const sent = deliveredTo(email)[0]!.raw.replaceAll('=\r\n', '')
    expect(sent).toContain('pau_')
    const erased = { status: 410, details: 'The mail was sent, and its content is erased.' }
    expect(await rejectionOf(internal.mails.get.query({ id }))).toEqual(erased)
    const unknown = { status: 404, details: 'Mail not found.' }
    expect(await rejectionOf(internal.mails.get.query({ id: UNKNOWN_ID }))).toEqual(unknown)
  })

  it('sealed by a removed key are deferred with an error in the log, can be discarded, and their preview returns 409', async () => {
    const { id } = await invite()
    const sealed = sealWithKeyring('{}', [{ kid: 'gone', key: randomBytes(32) }], {
      purpose: 'mail content',
      owner: id,
    })
    // Ten attempts are the maximum, but those without the key do not count.
    await service.database.pool.query('UPDATE mails SET sealed_content = $2, attempts = 9 WHERE id = $1', [id, sealed])
    const details =
      'The mail was sealed by a key that is no longer in DATA_SEALING_KEY. Add the key, or discard the mail.'
    expect(await rejectionOf(internal.mails.get.query({ id }))).toEqual({ status: 409, details })

    const log = startWorker()
    const other = await invite()
    await untilListed(other.id, { status: 'sent' })
    await untilListed(id, { status: 'queued', lastError: 'sealing key removed', attempts: 9 })
    expect(log.lines).toContainEqual({
      level: 50,
      mailId: id,
      msg: 'mail sealed by a removed key: add the key to DATA_SEALING_KEY, or discard the mail',
    })
    expect(log.lines).toContainEqual(expect.objectContaining({ mailId: id, outcome: 'deferred', attempt: 10 }))
    expect(await internal.mails.delete.mutate({ id })).toMatchObject({ id })
  })

  it('whose content was changed in the database are deferred with an error in the log, and their preview returns 500', async () => {
    const { id } = await invite()
    const context = { purpose: 'mail content', owner: id }
    const sealed = sealWithKeyring('no JSON', TEST_KEYS.dataSealingKeys, context)
    await service.database.pool.query('UPDATE mails SET sealed_content = $2 WHERE id = $1', [id, sealed])
    expect((await rejectionOf(internal.mails.get.query({ id }))).status).toBe(500)
    const log = startWorker()
    await untilListed(id, { status: 'queued', lastError: 'content unreadable' })
    expect(log.lines).toContainEqual(expect.objectContaining({ level: 50, mailId: id }))
    expect(await internal.mails.delete.mutate({ id })).toMatchObject({ id })
  })

  it('are retried in bulk by filter, after a dry run that changes nothing', async () => {
    const { id: partnerId } = await internal.partners.create.mutate({ name: 'Revenda Leste' })
    const emails = Array.from({ length: 5 }, () => `${newId()}@revenda.example`)
    for (const email of emails) await internal.portalUsers.invite.mutate({ partnerId, email, name: 'Ana' })
    const ids = (await internal.mails.list.query({ partnerId })).items.map(({ id }) => id)
    const failed = ids.slice(1)
    const { prisma } = service.database
    await prisma.mail.updateMany({ where: { id: { in: failed } }, data: { status: 'failed' } })
    const countRetries = () => prisma.auditEntry.count({ where: { action: 'mail.retried' } })
    const before = await countRetries()
    const retry = (filter: Parameters<typeof internal.mails.retryMany.mutate>[0]) =>
      internal.mails.retryMany.mutate({ partnerId, ...filter })

    const dryRun = await readEveryPage((cursor) => retry({ dryRun: true, limit: 3, cursor }))
    expect(dryRun.map(({ id, status }) => [id, status])).toEqual(failed.map((id) => [id, 'failed']))
    expect((await retry({ recipient: 'nobody@revenda.example' })).items).toEqual([])
    expect((await retry({ kind: 'password-reset' })).items).toEqual([])
    expect((await retry({ to: '2020-01-01' })).items).toEqual([])
    expect((await internal.mails.list.query({ partnerId, failed: true })).items).toHaveLength(4)
    expect(await countRetries()).toBe(before)

    const retried = await readEveryPage((cursor) => retry({ kind: 'portal-user-invitation', limit: 3, cursor }))
    expect(retried.map(({ id }) => id)).toEqual(failed)
    expect((await internal.mails.list.query({ partnerId, status: 'queued' })).items).toHaveLength(5)
    expect(await countRetries()).toBe(before + 4)
    startWorker()
    for (const email of emails) await vi.waitFor(() => expect(deliveredTo(email)).toHaveLength(1), 30_000)
  })

  it('are filtered by queueing time', async () => {
    const { id } = await invite()
    const { createdAt } = (await listMail(id))[0]!
    const isListed = async (filter: { from?: string; to?: string }) =>
      (await internal.mails.list.query(filter)).items.some((mail) => mail.id === id)
    const day = createdAt.slice(0, 'YYYY-MM-DD'.length)
    expect(await isListed({ from: day })).toBe(true)
    expect(await isListed({ from: '2020-01-01', to: '2099-12-31' })).toBe(true)
    expect(await isListed({ from: '2099-01-01' })).toBe(false)
    expect(await isListed({ to: '2020-01-01' })).toBe(false)
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
