import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMailWorker } from '../../src/mail/mail-worker.ts'
import { SmtpMailTransport } from '../../src/mail/smtp-mail-transport.ts'
import { captureLog } from './log-capture.ts'
import { MemoryMailQueue } from './memory-mail-queue.ts'
import { IDENTITY, RECIPIENT, sampleMail, SMTP, TOKEN } from './sample-mails.ts'
import { smtpError, startSmtpServer, type TestSmtpServer } from './test-smtp-server.ts'

describe('MailWorker with a real SMTP server', () => {
  let queue: MemoryMailQueue
  let server: TestSmtpServer
  let log: ReturnType<typeof captureLog>
  let workers: ReturnType<typeof createMailWorker>[]
  let transports: SmtpMailTransport[]
  beforeEach(() => {
    queue = new MemoryMailQueue()
    log = captureLog()
    workers = []
    transports = []
  })
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
    for (const transport of transports) transport.close()
    await server.stop()
  })

  const startWorker = (url = server.url, connections = SMTP.connections) => {
    const transport = new SmtpMailTransport(url, IDENTITY, { ...SMTP, connections })
    const worker = createMailWorker({ queue, transport, logger: log.logger, pollMilliseconds: 20 })
    workers.push(worker)
    transports.push(transport)
    worker.start()
    return worker
  }
  const until = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 10 })
  const untilRow = (expected: object) => until(() => expect(queue.rows[0]).toMatchObject(expected))

  it('marks a mail rejected with 550 as failed, and delivers the others', async () => {
    server = await startSmtpServer({
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('gone') ? smtpError(550, '5.1.1 gone') : null),
    })
    queue.add(sampleMail(undefined, 'gone@empresa.example'), sampleMail())
    startWorker()
    await until(() => expect(queue.rows.map(({ status }) => status)).toEqual(['failed', 'sent']))
    expect(queue.rows[0]).toMatchObject({ attempts: 1, errors: ['SMTP 550 5.1.1 at RCPT TO'] })
    expect(server.delivered.map(({ to }) => to)).toEqual([[RECIPIENT]])
  })

  it('delivers a mail after greylisting', async () => {
    let attempts = 0
    server = await startSmtpServer({
      onRcptTo(_address, _session, done) {
        attempts += 1
        done(attempts < 3 ? smtpError(451, '4.7.1 greylisted') : null)
      },
    })
    queue.add(sampleMail())
    startWorker()
    for (const attempt of [1, 2]) {
      await untilRow({ attempts: attempt, errors: Array(attempt).fill('SMTP 451 4.7.1 at RCPT TO') })
      queue.elapse(60)
    }
    await untilRow({ status: 'sent', attempts: 3 })
    expect(server.delivered).toHaveLength(1)
  })

  it.each([
    [550, '5.4.5 daily sending quota exceeded'],
    [553, '5.7.1 sender not allowed'],
    [554, '5.7.1 relay access denied'],
    [554, 'your address is on a block list'],
  ])('delivers a mail once operators have corrected the cause of %i %s', async (code, text) => {
    let isRejecting = true
    server = await startSmtpServer({
      onRcptTo: (_address, _session, done) => done(isRejecting ? smtpError(code, text) : null),
    })
    queue.add(sampleMail())
    startWorker()
    await untilRow({ attempts: 1, errors: [expect.stringContaining(`SMTP ${code} `)] })
    expect(log.lines).toMatchObject([{ level: 40, outcome: 'deferred' }])
    isRejecting = false
    queue.elapse(60)
    await untilRow({ status: 'sent', attempts: 2 })
  })

  it('delivers a mail once the server is available again', async () => {
    server = await startSmtpServer()
    await server.stop()
    queue.add(sampleMail())
    startWorker()
    await untilRow({ attempts: 1, errors: ['ECONNREFUSED'] })
    server = await startSmtpServer({}, server.port)
    queue.elapse(60)
    await untilRow({ status: 'sent', attempts: 2 })
    expect(server.delivered).toHaveLength(1)
  })

  it('delivers each mail once beside a second worker, also when one of the workers stops', async () => {
    server = await startSmtpServer()
    const mails = Array.from({ length: 16 }, () => sampleMail())
    queue.add(...mails)
    const first = startWorker()
    startWorker()
    await until(() => expect(server.delivered.length).toBeGreaterThan(5))
    await first.stop()
    await until(() => expect(queue.rows.every(({ status }) => status === 'sent')).toBe(true))
    const ids = server.delivered.map(({ message }) => message.messageId)
    expect(ids.toSorted()).toEqual(mails.map(({ id }) => `<${id}@mail.example>`))
  })

  it('delivers concurrently to a slow server, over a few connections that each send several mails', async () => {
    let connections = 0
    let inProgress = 0
    let maxInProgress = 0
    const waiting: (() => void)[] = []
    server = await startSmtpServer({
      onConnect(_session, done) {
        connections++
        done()
      },
      onRcptTo(_address, _session, done) {
        inProgress += 1
        maxInProgress = Math.max(maxInProgress, inProgress)
        waiting.push(() => {
          inProgress--
          done()
        })
        // Accepts no mail until as many are in progress as there may be connections.
        if (maxInProgress >= SMTP.connections) for (const accept of waiting.splice(0)) accept()
      },
    })
    queue.add(...Array.from({ length: 20 }, () => sampleMail()))
    startWorker()
    await until(() => expect(queue.rows.every(({ status }) => status === 'sent')).toBe(true))
    expect(server.delivered).toHaveLength(20)
    expect(maxInProgress).toBe(SMTP.connections)
    expect(connections).toBe(SMTP.connections)
  })

  it('delivers at the first attempt after a restart of the server has closed the idle connection', async () => {
    // When it stops, the server closes the worker's idle connection after 100 ms.
    server = await startSmtpServer({ closeTimeout: 100 })
    queue.add(sampleMail())
    startWorker()
    await untilRow({ status: 'sent' })
    await server.stop()
    server = await startSmtpServer({}, server.port)
    queue.add(sampleMail())
    await until(() => expect(queue.rows[1]).toMatchObject({ status: 'sent', attempts: 1 }))
  })

  it('finishes the delivery in progress when it is stopped', async () => {
    let accept: (() => void) | undefined
    server = await startSmtpServer({
      onRcptTo: (_address, _session, done) => {
        accept = done
      },
    })
    queue.add(sampleMail(), sampleMail())
    const connections = 1
    const worker = startWorker(server.url, connections)
    await until(() => expect(accept).toBeDefined())
    const stopped = worker.stop()
    accept?.()
    await stopped
    expect(queue.rows.map(({ status }) => status)).toEqual(['sent', 'queued'])
    expect(server.delivered).toHaveLength(1)
  })

  it('logs no address, content or token of a mail, and no password of the server', async () => {
    server = await startSmtpServer({
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, done) => done(null, { user: username }),
      onRcptTo: ({ address }, _session, done) => done(smtpError(550, `5.1.1 <${address}> unknown`)),
    })
    queue.add(sampleMail())
    startWorker(server.url.replace('//', '//mailer:hunter2@'))
    await untilRow({ status: 'failed' })
    const recorded = log.text() + queue.rows[0]!.errors.join()
    for (const secret of [RECIPIENT, 'empresa', 'Ana', 'Padaria', TOKEN, 'hunter2', 'mailer']) {
      expect(recorded).not.toContain(secret)
    }
  })
})
