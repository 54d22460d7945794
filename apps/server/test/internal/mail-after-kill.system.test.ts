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

const EMAIL = 'ana@revenda.example'
/** Longer than the polling interval: by then the worker has polled the queue again. */
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
    const at = { origin: `http://127.0.0.1:${port}` }
    return {
      baseUrl: `${at.origin}/partners/v1`,
      native: nativeClient(at),
      internal: internalClient(at, keys.INTERNAL_API_KEY),
    }
  }

  async function invite({ internal }: Awaited<ReturnType<typeof start>>) {
    const { id: partnerId } = await internal.partners.create.mutate({ name: 'Revenda Sul' })
    return internal.portalUsers.invite.mutate({ partnerId, email: EMAIL, name: 'Ana' })
  }

  const delivered = () => readdirSync(path.join(data, 'mail')).filter((name) => name.endsWith('.eml'))

  /** Verifies that the mail is delivered once and that its link works. */
  async function expectOneDelivery({ internal, native }: Awaited<ReturnType<typeof start>>, attempts: number) {
    const mine = async () => (await internal.mails.list.query()).items.filter(({ recipient }) => recipient === EMAIL)
    await vi.waitFor(async () => expect(await mine()).toMatchObject([{ status: 'sent' }]), 60_000)
    await wait(POLL_WAIT_MS)
    const [mail] = await mine()
    expect(mail).toMatchObject({ status: 'sent', attempts, lastError: null })
    expect(delivered()).toEqual([`${mail!.id}.eml`])
    const { text } = await PostalMime.parse(readFileSync(path.join(data, 'mail', delivered()[0]!)))
    const [token] = /pau_[\w-]{43}/.exec(text ?? '') ?? []
    expect(await native.activation.activate.mutate({ token: token!, password: 'correct horse battery' })).toMatchObject(
      {
        email: EMAIL,
        status: 'active',
      },
    )
  }

  /** Makes all queued mails due, and returns the attempts of the first mail. The claims of a killed worker last a minute. */
  async function expireClaims(verify: (first: { status: string; dueAt: Date }) => void = () => {}): Promise<number> {
    const database = await openDatabase({ directory: path.join(data, 'database') }, newSealingKeys())
    try {
      const first = await database.prisma.mail.findFirstOrThrow({ orderBy: { id: 'asc' } })
      verify(first)
      await database.prisma.mail.updateMany({ data: { dueAt: new Date(0) }, where: { status: 'queued' } })
      return first.attempts
    } finally {
      await database.close()
    }
  }

  it('is delivered once after the next start, when no server had accepted it before', async () => {
    const closed = `smtp://127.0.0.1:${await freePort()}`
    const first = await start({ SMTP_URL: closed })
    const { id } = await invite(first)
    expect(id).toMatch(/^[0-9a-f]{24}$/)
    await vi.waitFor(async () => {
      expect((await first.internal.mails.list.query()).items).toMatchObject([
        { status: 'queued', lastError: 'ECONNREFUSED' },
      ])
    }, 60_000)
    await kill()
    const attempts = await expireClaims()
    await expectOneDelivery(await start(), attempts + 1)
  })

  it('is delivered once after the claim of the killed worker expires, when its delivery was in progress', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)))
    const port = await freePort()
    silent.listen(port, '127.0.0.1')
    const first = await start({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    await invite(first)
    // The first connection is the check at start.
    await vi.waitFor(() => expect(sockets).toHaveLength(2), 60_000)
    await kill()
    const killedAt = Date.now()
    silent.close()

    expect(
      await expireClaims((claimed) => {
        expect(claimed.status).toBe('queued')
        expect(claimed.dueAt.getTime()).toBeGreaterThan(killedAt + 30_000)
      }),
    ).toBe(1)
    await expectOneDelivery(await start(), 2)
  })

  it('reaches the mail server for all accounts of a live partner and none of its test partner, under load', async () => {
    const smtp = await startSmtpServer()
    const environment = { SMTP_URL: smtp.url, SUBSCRIPTION_ACTIVATION: 'immediate', RATE_LIMIT_REQUESTS: '1000000' }
    const created = { demo: [] as string[], test: [] as string[] }
    type User = keyof typeof created

    /** Creates accounts until the service is killed, or `count` of them. */
    async function createAccounts(baseUrl: string, user: User, count: number): Promise<void> {
      const signIns = JSON.parse(readFileSync(path.join(data, 'demo.json'), 'utf8')) as TestPortalUser[]
      const token = await signIn(
        { baseUrl },
        signIns.find(({ email }) => email.startsWith(user))!,
      )
      const create = async () => {
        const sent = accountBody()
        const headers = { authorization: `Bearer ${token}`, 'idempotency-key': sent.email }
        for (;;) {
          const init = { method: 'POST', headers, body: JSON.stringify(sent) }
          const response = await fetch(`${baseUrl}/partner-accounts`, init)
          if (response.status === 200) break
          // Of a busy service, or because the first attempt is still in flight.
          if (![409, 503].includes(response.status)) throw new Error(`the creation failed with ${response.status}`)
          await wait(Number(response.headers.get('retry-after')) * 1000)
        }
        created[user].push(sent.email)
      }
      for (let done = 0; done < count; done++) await create()
    }
    const load = ({ baseUrl }: Awaited<ReturnType<typeof start>>, count: number) =>
      Promise.allSettled(
        (['demo', 'test'] as const).flatMap((user) => [1, 2].map(() => createAccounts(baseUrl, user, count))),
      )

    const interrupted = load(await start(environment), Infinity)
    await vi.waitFor(() => expect(Math.min(smtp.delivered.length, created.test.length)).toBeGreaterThan(9), 60_000)
    await kill()
    await interrupted
    await expireClaims()

    const second = await start(environment)
    for (const { status } of await load(second, 5)) expect(status).toBe('fulfilled')
    await vi.waitFor(
      async () => expect((await second.internal.mails.list.query({ status: 'queued' })).items).toEqual([]),
      120_000,
    )
    const mailsTo = (email: string) =>
      new Set(smtp.delivered.filter(({ to }) => to.includes(email)).map(({ message }) => message.messageId)).size
    expect(created.demo.map((email) => [email, mailsTo(email)])).toEqual(created.demo.map((email) => [email, 2]))
    const kept = await second.internal.mails.list.query({ status: 'kept' })
    const recipients = new Set(smtp.delivered.flatMap(({ to }) => to))
    for (const email of [...created.test, ...kept.items.map(({ recipient }) => recipient)])
      expect(recipients.has(email), email).toBe(false)
    expect(kept.items.length).toBeGreaterThan(9)
    await smtp.stop()
  })
})
