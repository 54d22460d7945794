import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accountBody, newAddress, request, signIn } from '../harness.ts'
import { smtpError, startSmtpServer, type TestSmtpServer } from '../mail/test-smtp-server.ts'
import { type DemoService, startDemoService } from './demo-service.ts'
import { scrape } from './scrape.ts'

const promtool = spawnSync('promtool', ['--version'])
const REJECTED = 'rejected@estrela.example'
const BUSY = 'busy@estrela.example'

describe('GET /metrics', () => {
  let smtp: TestSmtpServer
  let service: DemoService
  let token: string
  beforeAll(async () => {
    smtp = await startSmtpServer({
      onRcptTo({ address }, _session, done) {
        if (address === REJECTED) return done(smtpError(550, 'no such mailbox'))
        done(address === BUSY ? smtpError(451, 'later') : null)
      },
    })
    service = await startDemoService({
      SMTP_URL: smtp.url,
      SUBSCRIPTION_ACTIVATION: 'immediate',
      TRUSTED_PROXIES: '127.0.0.1',
    })
    token = await signIn(service, service.users.demo)
  })
  afterAll(async () => {
    await service.discard()
    await smtp.stop()
  })

  const sample = async (name: string) => (await scrape(service.origin)).get(name)
  /** Returns the change of each sample during `act`. */
  async function changesDuring(names: readonly string[], act: () => Promise<unknown>): Promise<(number | undefined)[]> {
    const before = await scrape(service.origin)
    await act()
    const after = await scrape(service.origin)
    return names.map((name) => (after.has(name) ? after.get(name)! - (before.get(name) ?? 0) : undefined))
  }
  const send = (method: string, path: string, body?: unknown, headers = {}) =>
    request(service, method, path, body, { authorization: `Bearer ${token}`, ...headers })
  const call = (procedures: string) =>
    fetch(`${service.origin}/trpc/${procedures}`, { headers: { authorization: `Bearer ${token}` } })
  const attempt = (credentials: object) => send('POST', '/tokens', credentials)
  const signInsMetric = (outcome: string) => `sign_ins_total{outcome="${outcome}"}`

  it('counts sign-ins by outcome', async () => {
    const { demo, pending } = service.users
    const all = ['succeeded', 'invalid-credentials', 'user-not-activated', 'too-many-sign-ins', 'error']
    const changed = await changesDuring(all.map(signInsMetric), async () => {
      await attempt(demo)
      await attempt({ ...demo, password: 'wrong' })
      await attempt({})
      await attempt({ email: pending.email, password: 'x' })
      // The sixth is one too many.
      for (let guess = 0; guess < 6; guess++) await attempt({ email: 'nobody@estrela.example', password: 'x' })
      expect((await send('POST', '/tokens', 'not JSON')).status).toBe(422)
    })
    expect(Object.fromEntries(all.map((outcome, index) => [outcome, changed[index]]))).toEqual({
      succeeded: 1,
      // A wrong password, no credentials, and five guesses.
      'invalid-credentials': 1 + 1 + 5,
      'user-not-activated': 1,
      'too-many-sign-ins': 1,
      error: 1,
    })
  })

  it('counts created accounts, without replays and rejections', async () => {
    const body = accountBody()
    const key = { 'idempotency-key': body.email }
    const changed = await changesDuring(['accounts_created_total'], async () => {
      // One of these creates the account. The others are replays, or rejected as in progress.
      const statuses = [key, key, key].map(
        async (headers) => (await send('POST', '/partner-accounts', body, headers)).status,
      )
      expect((await Promise.all(statuses)).filter((status) => status === 200).length).toBeGreaterThanOrEqual(1)
      expect((await send('POST', '/partner-accounts', body, key)).status).toBe(200)
      expect((await send('POST', '/partner-accounts', {})).status).toBe(422)
    })
    expect(changed).toEqual([1])
  })

  it('reports queued and failed mails, and counts delivery attempts by outcome', async () => {
    const attemptsMetric = (kind: string, outcome: string) =>
      `mail_delivery_attempts_total{kind="administrator-${kind}",outcome="${outcome}"}`
    const names = [
      attemptsMetric('welcome', 'sent'),
      attemptsMetric('welcome', 'failed'),
      attemptsMetric('activation', 'deferred'),
    ]
    await vi.waitFor(async () => expect(await sample('mail_queue_mails{state="queued"}')).toBe(0), 30_000)
    const changed = await changesDuring(names, async () => {
      for (const email of [accountBody().email, REJECTED, BUSY]) {
        await send('POST', '/partner-accounts', { ...accountBody(), email })
      }
      // The two mails to the busy mailbox wait for their next attempt, and the two rejected mails for an operator.
      await vi.waitFor(async () => {
        expect(await sample('mail_queue_mails{state="failed"}')).toBe(2)
        expect(await sample('mail_queue_mails{state="queued"}')).toBe(2)
        expect(await sample(attemptsMetric('welcome', 'deferred'))).toBeGreaterThanOrEqual(1)
        expect(await sample(attemptsMetric('activation', 'deferred'))).toBeGreaterThanOrEqual(1)
      }, 30_000)
    })
    expect(changed).toEqual([1, 1, expect.toSatisfy((count: number) => count >= 1)])
    expect(await sample('mail_queue_overdue_seconds')).toBeLessThan(60)
  })

  it('times each call of a procedure by its outcome, over REST and in a batch', async () => {
    const callsMetric = (procedure: string, outcome: string) =>
      `procedure_duration_seconds_count{procedure="${procedure}",outcome="${outcome}"}`
    const names = [callsMetric('accounts.list', 'succeeded'), callsMetric('accounts.get', 'rejected')]
    const changed = await changesDuring(names, async () => {
      await send('GET', '/partner-accounts')
      await send('GET', '/partner-accounts/98765432100')
      await call('accounts.list,accounts.list?batch=1')
    })
    expect(changed).toEqual([3, 1])
  })

  it('reports the number of requests in progress', async () => {
    const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
    const head = `POST /partners/v1/tokens HTTP/1.1\r\nHost: l\r\nContent-Length: 9\r\n\r\n`
    // The scrape itself counts.
    await vi.waitFor(async () => expect(await sample('http_requests_in_progress')).toBe(1), 30_000)
    socket.write(head)
    await vi.waitFor(async () => expect(await sample('http_requests_in_progress')).toBe(2), 30_000)
    socket.destroy()
    await vi.waitFor(async () => expect(await sample('http_requests_in_progress')).toBe(1), 30_000)
  })

  it('reports the number of waiting password checks', async () => {
    let isSampled = false
    // There are more clients than concurrent hashes, so that some always wait.
    const clients = Array.from({ length: 2 * availableParallelism() + 2 }, async () => {
      while (!isSampled) {
        const credentials = { email: `${newAddress()}@b.example`, password: 'x' }
        await send('POST', '/tokens', credentials, { 'x-forwarded-for': newAddress() })
      }
    })
    try {
      await vi.waitFor(async () => expect(await sample('password_hashes_waiting')).toBeGreaterThan(0), 30_000)
    } finally {
      isSampled = true
      await Promise.all(clients)
    }
    // A request that got 503 may have left its password in the queue.
    await expect.poll(() => sample('password_hashes_waiting')).toBe(0)
  })

  it('labels requests by route, never by path, and all other paths as unknown', async () => {
    const paths = ['12345678901', '12ABC34501DE35', 'x%20y', '../nowhere', '..%2f..%2fetc'].map(
      (id) => `/partner-accounts/${id}`,
    )
    for (const path of [...paths, '/nowhere/1', '/nowhere/2', '/tokens/x']) {
      for (const method of ['GET', 'PUT', 'PROPFIND']) await send(method, path)
    }
    for (const procedures of ['accounts.list,accounts.list?batch=1', 'accounts.12345678901']) await call(procedures)
    const routes = [...(await scrape(service.origin)).keys()]
      .filter((name) => name.startsWith('http_request_duration_seconds_count'))
      .map((name) => /route="([^"]*)"/.exec(name)?.[1])
    expect(new Set(routes)).toEqual(
      new Set([
        '/metrics',
        '/partners/v1/tokens',
        '/partners/v1/partner-accounts',
        '/partners/v1/partner-accounts/:account_id',
        '/trpc/batch',
        '/trpc/unknown',
        'unknown',
      ]),
    )
  })

  it('describes every metric, and includes the process and its event loop', async () => {
    const text = await (await fetch(`${service.origin}/metrics`)).text()
    const documented = new Set([...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name))
    const typed = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name)
    expect(typed.filter((name) => !documented.has(name))).toEqual([])
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'database_pool_connections',
    ]) {
      expect(typed).toContain(name)
    }
  })

  it('contains no e-mail and no name of a customer', async () => {
    const text = await (await fetch(`${service.origin}/metrics`)).text()
    expect(text).not.toMatch(/@|estrela/)
  })

  it.skipIf(promtool.error)('passes `promtool check metrics` (requires Prometheus)', async () => {
    const input = await (await fetch(`${service.origin}/metrics`)).text()
    const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' })
    expect(stdout + stderr).toBe('')
  })
})

it.skipIf(promtool.error)('the alerts pass `promtool test rules` (requires Prometheus)', () => {
  const cwd = new URL('../../../../deploy/observability/', import.meta.url)
  const run = (...words: string[]) => spawnSync('promtool', words, { cwd, encoding: 'utf8' })
  expect(run('check', 'config', 'prometheus.yml')).toMatchObject({ status: 0, stderr: '' })
  expect(run('test', 'rules', 'alerts.test.yml')).toMatchObject({ status: 0, stderr: '' })
})
