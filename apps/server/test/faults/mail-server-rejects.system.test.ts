import { type Database, openDatabase } from '@partner-accounts/db'
import { postgresPrograms, type PostgresServer, startPostgres } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMailWorker } from '../../src/mail/mail-worker.ts'
import { SmtpMailTransport } from '../../src/mail/smtp-mail-transport.ts'
import { TEST_KEYS } from '../harness.ts'
import { captureLog } from '../mail/log-capture.ts'
import { IDENTITY, SMTP } from '../mail/sample-mails.ts'
import { smtpError, startSmtpServer, type TestSmtpServer } from '../mail/test-smtp-server.ts'
import { untilMailsAreSent } from './until-sent.ts'

const programs = postgresPrograms()
const MAILS = 20

describe.skipIf(programs === undefined)('Mail workers of two instances (requires PostgreSQL)', () => {
  let postgres: PostgresServer
  let databases: Database[]
  let smtp: TestSmtpServer
  let isRejecting = true
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '')
    const open = () => openDatabase({ url: postgres.url }, TEST_KEYS.dataSealingKeys)
    databases = [await open(), await open()]
    await databases[0]!.migrate()
    smtp = await startSmtpServer({
      onRcptTo: (_address, _session, done) => done(isRejecting ? smtpError(451, '4.3.2 later') : null),
    })
  })
  afterAll(async () => {
    await smtp.stop()
    for (const database of databases) await database.close()
    await postgres.stop()
  })

  it('deliver each mail once although the mail server rejects mails for a while and the database is killed', async () => {
    const { stores, prisma } = databases[0]!
    const content = { kind: 'administrator-welcome', name: 'Ana', accountName: 'Padaria' } as const
    const ids: string[] = []
    while (ids.length < MAILS) ids.push(await stores.mails.queue({ recipient: 'ana@empresa.example', content }))
    const { logger } = captureLog()
    const workers = databases.map(({ mailQueue: queue }) => {
      const transport = new SmtpMailTransport(smtp.url, IDENTITY, SMTP)
      return { transport, worker: createMailWorker({ queue, transport, logger, pollMilliseconds: 20 }) }
    })
    for (const { worker } of workers) worker.start()
    await vi.waitFor(async () => expect(await prisma.mail.count({ where: { lastError: { not: null } } })).toBe(MAILS), {
      timeout: 30_000,
      interval: 20,
    })
    expect(smtp.delivered).toEqual([])
    isRejecting = false
    // Skips the delay between attempts, which worker-over-smtp.test.ts covers.
    await prisma.mail.updateMany({ data: { dueAt: new Date(0) } })
    await vi.waitFor(() => expect(smtp.delivered.length).toBeGreaterThan(2), { timeout: 30_000, interval: 1 })
    await postgres.kill()
    await postgres.restart()
    await untilMailsAreSent(databases[0]!)

    for (const { worker } of workers) await worker.stop()
    for (const { transport } of workers) transport.close()
    expect(smtp.delivered.map(({ message }) => message.messageId).toSorted()).toEqual(
      ids.map((id) => `<${id}@mail.example>`).toSorted(),
    )
  })
})
