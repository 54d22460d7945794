import { newSealingKeys } from '@partner-accounts/core/testing'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@partner-accounts/db'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createData, freePort, startBuiltService, type StartedService, untilReady } from '../built-service.ts'
import { accountBody, signIn, type TestPortalUser } from '../harness.ts'
import { startSmtpServer } from '../mail/test-smtp-server.ts'
import { internalClient, nativeClient } from './internal-client.ts'
import { PASSWORD } from './invitations.ts'

const EMAIL = 'ana@revenda.example'
/** Longer than the polling interval of the worker, so that a second delivery would have happened. */
const POLL_WAIT_MS = 2_500

describe('A mail that was queued when the service was killed', () => {
  let folder: string
  let data: string
  let service: StartedService
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-killed-'))
    data = path.join(folder, 'data')
    await createData(data)
  })
  afterEach(async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  })

  const kill = () => {
    service.process.kill('SIGKILL')
    return service.ended
  }

  async function start(environment: Record<string, string> = {}) {
    const port = await freePort()
    service = startBuiltService(folder, { PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'info', ...environment })
    await untilReady(service)
    const keys = JSON.parse(readFileSync(path.join(data, 'keys.json'), 'utf8')) as { INTERNAL_API_KEY: string }
    const address = { origin: `http://127.0.0.1:${port}` }
    return {
      baseUrl: `${address.origin}/partners/v1`,
      native: nativeClient(address),
      internal: internalClient(address, keys.INTERNAL_API_KEY),
    }
  }

  type Started = Awaited<ReturnType<typeof start>>

  async function invite({ internal }: Started) {
    const { id: partnerId } = await internal.partners.create.mutate({ name: 'Revenda Sul' })
    await internal.portalUsers.invite.mutate({ partnerId, email: EMAIL, name: 'Ana' })
  }

  const listEmlFiles = () => readdirSync(path.join(data, 'mail')).filter((name) => name.endsWith('.eml'))

  /** Verifies that a service without SMTP_URL writes the mail once, as an .eml file, and that its link works. */
  async function expectOneDelivery({ internal, native }: Started, attempts: number) {
    const listMails = async () =>
      (await internal.mails.list.query()).items.filter(({ recipient }) => recipient === EMAIL)
    await vi.waitFor(async () => expect(await listMails()).toMatchObject([{ status: 'sent' }]), 60_000)
    await wait(POLL_WAIT_MS)
    const [mail] = await listMails()
    expect(mail).toMatchObject({ status: 'sent', attempts, lastError: null })
    expect(listEmlFiles()).toEqual([`${mail!.id}.eml`])
    const { text } = await PostalMime.parse(readFileSync(path.join(data, 'mail', listEmlFiles()[0]!)))
    const [token] = /pau_[\w-]{43}/.exec(text ?? '') ?? []
    const activated = await native.activation.activate.mutate({ token: token!, password: PASSWORD })
    expect(activated).toMatchObject({ email: EMAIL, status: 'active' })
  }

  /**
   * Makes all queued mails due, as if their claims by the killed worker had expired. Returns the first mail as it was
   * before.
   */
  async function expireClaims() {
    const database = await openDatabase({ directory: path.join(data, 'database') }, newSealingKeys())
    try {
      const mail = await database.prisma.mail.findFirstOrThrow({ orderBy: { id: 'asc' } })
      await database.prisma.mail.updateMany({ data: { dueAt: new Date(0) }, where: { status: 'queued' } })
      return mail
    } finally {
      await database.close()
    }
  }

  it('is delivered once after the next start, when no server had accepted it before', async () => {
    const closed = `smtp://127.0.0.1:${await freePort()}`
    const first = await start({ SMTP_URL: closed })
    await invite(first)
    await vi.waitFor(async () => {
      expect((await first.internal.mails.list.query()).items).toMatchObject([
        { status: 'queued', lastError: 'ECONNREFUSED' },
      ])
    }, 60_000)
    await kill()
    const { attempts } = await expireClaims()
    await expectOneDelivery(await start(), attempts + 1)
  })

  it('is delivered once after the claim of the killed worker expires, when its delivery was in progress', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => {
      // The kill may reset the connection.
      socket.on('error', () => undefined)
      sockets.push(socket)
    })
    const port = await freePort()
    silent.listen(port, '127.0.0.1')
    const first = await start({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    await invite(first)
    // The first connection is the check at start, the second one the delivery.
    await vi.waitFor(() => expect(sockets).toHaveLength(2), 60_000)
    await kill()
    const killedAt = Date.now()
    silent.close()

    const claimed = await expireClaims()
    expect(claimed).toMatchObject({ status: 'queued', attempts: 1 })
    // A claim lasts a minute.
    expect(claimed.dueAt.getTime()).toBeGreaterThan(killedAt + 30_000)
    await expectOneDelivery(await start(), 2)
  })

  it('is delivered to administrators of a live partner and to none of its test partner, under load', async () => {
    const smtp = await startSmtpServer()
    const environment = { SMTP_URL: smtp.url, SUBSCRIPTION_ACTIVATION: 'immediate', RATE_LIMIT_REQUESTS: '1000000' }
    const liveEmails: string[] = []
    const testEmails: string[] = []

    const first = await start(environment)
    const liveToken = await signInAs(first, 'demo@partner.example')
    const testToken = await signInAs(first, 'test@partner.example')
    const interrupted = Promise.allSettled([
      createUntilKilled(first, liveToken, liveEmails),
      createUntilKilled(first, liveToken, liveEmails),
      createUntilKilled(first, testToken, testEmails),
      createUntilKilled(first, testToken, testEmails),
    ])
    await vi.waitFor(() => {
      expect(smtp.delivered.length).toBeGreaterThanOrEqual(10)
      expect(testEmails.length).toBeGreaterThanOrEqual(10)
    }, 60_000)
    await kill()
    await interrupted
    await expireClaims()

    const second = await start(environment)
    for (let count = 0; count < 10; count++) {
      await createAccount(second, liveToken, liveEmails)
      await createAccount(second, testToken, testEmails)
    }
    await vi.waitFor(
      async () => expect((await second.internal.mails.list.query({ status: 'queued' })).items).toEqual([]),
      120_000,
    )
    // Counts a mail once: the killed worker may have delivered a mail without recording the delivery.
    const countMails = (email: string) =>
      new Set(smtp.delivered.filter(({ to }) => to.includes(email)).map(({ message }) => message.messageId)).size
    // Each administrator receives an activation mail and a welcome mail.
    for (const email of liveEmails) expect([email, countMails(email)]).toEqual([email, 2])
    const kept = await second.internal.mails.list.query({ status: 'kept' })
    expect(kept.items.length).toBeGreaterThanOrEqual(10)
    for (const email of [...testEmails, ...kept.items.map(({ recipient }) => recipient)])
      expect([email, countMails(email)]).toEqual([email, 0])
    await smtp.stop()
  })

  async function signInAs({ baseUrl }: Started, user: string): Promise<string> {
    const signIns = JSON.parse(readFileSync(path.join(data, 'demo.json'), 'utf8')) as TestPortalUser[]
    const credentials = signIns.find(({ email }) => email === user)!
    return signIn({ baseUrl }, credentials)
  }

  /** Creates accounts and adds their e-mails to a list. Rejects when the service is killed. */
  async function createUntilKilled(started: Started, token: string, emails: string[]): Promise<never> {
    for (;;) await createAccount(started, token, emails)
  }

  async function createAccount({ baseUrl }: Started, token: string, emails: string[]): Promise<void> {
    const account = accountBody()
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': account.email }
    for (;;) {
      const init = { method: 'POST', headers, body: JSON.stringify(account) }
      const response = await fetch(`${baseUrl}/partner-accounts`, init)
      if (response.status === 200) break
      // The service is busy, or the first attempt is still in flight.
      if (![409, 503].includes(response.status)) throw new Error(`the creation failed with ${response.status}`)
      await wait(Number(response.headers.get('retry-after')) * 1000)
    }
    emails.push(account.email)
  }
})
