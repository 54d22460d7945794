import { createIdGenerator, type MailContent, sealWithKeyring } from '@partner-accounts/core'
import { postgresPrograms } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSmtpServer, type TestSmtpServer } from '../mail/test-smtp-server.ts'
import { TEST_KEYS } from '../harness.ts'
import { Fleet } from './fleet.ts'

const programs = postgresPrograms()
const newId = createIdGenerator()
const MAILS = 1_000
/** An idle machine with two cores sends more than ten times as many, a busy one six times. */
const MIN_PER_SECOND = 25
const PATIENCE = { timeout: 60_000 }

describe.skipIf(programs === undefined)('Queued mails (requires PostgreSQL)', () => {
  let fleet: Fleet
  let server: TestSmtpServer
  beforeAll(async () => {
    fleet = await Fleet.open(programs)
    server = await startSmtpServer({ onData: (stream, _session, done) => void stream.resume().once('end', done) })
    await fleet.start({ SMTP_URL: server.url })
  })
  afterAll(async () => {
    await fleet.stop()
    await server.stop()
  })

  it('are sent once each by one instance and by two, with a few transactions per batch', async () => {
    for (const instances of [1, 2]) {
      if (instances > 1) await fleet.start({ SMTP_URL: server.url })
      await queueMails()
      const commitsBefore = await countCommits()
      const started = performance.now()
      await expect.poll(() => fleet.database.prisma.mail.count({ where: { status: 'queued' } }), PATIENCE).toBe(0)
      const seconds = (performance.now() - started) / 1000
      // Mails that are sent one at a time take six transactions each. A slow machine has smaller batches.
      expect((await countCommits()) - commitsBefore).toBeLessThan(3 * MAILS)
      expect(MAILS / seconds).toBeGreaterThan(MIN_PER_SECOND)
    }
    const { prisma } = fleet.database
    expect(await prisma.mail.count({ where: { status: 'sent', attempts: 1 } })).toBe(2 * MAILS)
  })

  async function queueMails() {
    const content: MailContent = { kind: 'password-changed', name: 'Ana', partnerName: 'Revenda' }
    const data = Array.from({ length: MAILS }, () => {
      const id = newId()
      const context = { purpose: 'mail content', owner: id } as const
      const sealedContent = Uint8Array.from(
        sealWithKeyring(JSON.stringify(content), TEST_KEYS.dataSealingKeys, context),
      )
      const recipient = 'ana@revenda.example'
      return { id, kind: content.kind, recipient, recipientKey: recipient, partnerId: '', sealedContent }
    })
    await fleet.database.prisma.mail.createMany({ data })
  }

  async function countCommits(): Promise<number> {
    const { rows } = await fleet.database.pool.query<{ count: number }>(
      'SELECT xact_commit::int AS count FROM pg_stat_database WHERE datname = current_database()',
    )
    return rows[0]!.count
  }
})
