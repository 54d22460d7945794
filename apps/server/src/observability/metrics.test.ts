import type { CallOutcome } from '@partner-accounts/api'
import { DomainError, RejectionError } from '@partner-accounts/core'
import fastify from 'fastify'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Metrics } from './metrics.ts'

let metrics: Metrics
beforeEach(() => {
  metrics = new Metrics('1.2.3')
})

/** Returns the samples of a metric by their labels, as a scrape shows them. */
async function scrape(name: string): Promise<Record<string, number>> {
  const app = fastify()
  await app.register(metrics.plugin)
  const { body } = await app.inject('/metrics')
  const lines = body.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  return Object.fromEntries(
    lines.map((line) => {
      const valueAt = line.lastIndexOf(' ') + 1
      return [line.slice(name.length, valueAt - 1), Number(line.slice(valueAt))]
    }),
  )
}
const never = () => new Promise<never>(() => {})

it('build_info has the version', async () => {
  expect(await scrape('build_info')).toEqual({ '{version="1.2.3"}': 1 })
})

it('gauges of Node.js do not have the suffix of counters', async () => {
  for (const kind of ['handles', 'requests', 'resources']) {
    expect(await scrape(`nodejs_active_${kind}_total`)).toEqual({})
  }
})

describe('database_up', () => {
  it.each([
    ['1 when the database is ready', () => Promise.resolve(true), 1],
    ['0 when it is not', () => Promise.resolve(false), 0],
    ['0 when the check fails', () => Promise.reject(new Error('no connection')), 0],
    ['0 when the check hangs', never, 0],
  ])('is %s', async (_, isReady, expected) => {
    metrics.watchDatabase(isReady)
    expect(await scrape('database_up')).toEqual({ '': expected })
  })
})

describe('the gauges of a queue', () => {
  it('show what one query per scrape reads, which counts at most 10,000 per state', async () => {
    const read = vi.fn(() => Promise.resolve({ queued: 7, deferred: 3, failed: 2, overdueSeconds: 1.5 }))
    metrics.watchMailQueue(read)
    expect(await scrape('mail_queue_mails')).toEqual({
      '{state="queued"}': 7,
      '{state="deferred"}': 3,
      '{state="failed"}': 2,
    })
    expect(read.mock.calls).toEqual([[10_000]])
    expect(await scrape('mail_queue_overdue_seconds')).toEqual({ '': 1.5 })
  })

  it('are absent while the state cannot be read', async () => {
    let read: () => Promise<never> = never
    metrics.watchWebhookQueue(() => read())
    expect(await scrape('webhook_queue_deliveries')).toEqual({})
    read = () => Promise.reject(new Error('no connection'))
    expect(await scrape('webhook_queue_overdue_seconds')).toEqual({})
  })
})

it('webhook_endpoints_failing is absent while it cannot be read', async () => {
  let count = () => Promise.resolve(4)
  metrics.watchEndpoints(() => count())
  expect(await scrape('webhook_endpoints_failing')).toEqual({ '': 4 })
  count = () => Promise.reject(new Error('no connection'))
  expect(await scrape('webhook_endpoints_failing')).toEqual({})
})

it('counters that other modules keep show the total of each scrape', async () => {
  let dropped = 3
  metrics.watchLog(() => dropped)
  metrics.watchTraces(() => dropped * 10)
  expect(await scrape('log_lines_dropped_total')).toEqual({ '': 3 })
  dropped = 5
  expect(await scrape('log_lines_dropped_total')).toEqual({ '': 5 })
  expect(await scrape('trace_spans_dropped_total')).toEqual({ '': 50 })
})

it('rate limits show each decision with its store, and whether the shared store is unavailable', async () => {
  const decision = { limit: 5, remaining: 0, resetSeconds: 1 }
  metrics.countDecision({ ...decision, allowed: true, store: 'shared' })
  metrics.countDecision({ ...decision, allowed: false, store: 'process' })
  metrics.setRateLimitDegraded(true)
  expect(await scrape('rate_limit_decisions_total')).toEqual({
    '{outcome="allowed",store="shared"}': 1,
    '{outcome="rejected",store="process"}': 1,
  })
  expect(await scrape('rate_limit_degraded')).toEqual({ '': 1 })
})

it('sign_ins_total counts successes and rejections by reason, without those that the rate limit rejected', async () => {
  const failed = (cause: Error) => ({ ok: false as const, error: new Error('sign-in failed', { cause }) })
  metrics.countSignIn({ ok: true })
  metrics.countSignIn(failed(new DomainError('invalid-credentials')))
  metrics.countSignIn(failed(new Error('bug')))
  metrics.countSignIn(failed(new RejectionError('rate-limited')))
  expect(await scrape('sign_ins_total')).toEqual({
    '{outcome="succeeded"}': 1,
    '{outcome="invalid-credentials"}': 1,
    '{outcome="error"}': 1,
  })
})

describe('procedure_duration_seconds', () => {
  it.each<[string, CallOutcome]>([
    ['succeeded', { ok: true }],
    ['rejected', { ok: false, error: new DomainError('account-not-found') }],
    ['failed', { ok: false, error: new Error('bug') }],
  ])('counts a call as %s', async (outcome, result) => {
    await metrics.watchCalls()('accounts.get', () => Promise.resolve(result))
    expect(await scrape('procedure_duration_seconds_count')).toEqual({
      [`{procedure="accounts.get",outcome="${outcome}"}`]: 1,
    })
  })

  it('counts a call that throws as failed', async () => {
    await expect(metrics.watchCalls()('accounts.get', () => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
    expect(await scrape('procedure_duration_seconds_count')).toEqual({
      '{procedure="accounts.get",outcome="failed"}': 1,
    })
  })
})

/** Watches everything that the service observes, and returns a scrape. */
async function scrapeAll(): Promise<string> {
  const queue = () => Promise.resolve({ queued: 0, deferred: 0, failed: 0, overdueSeconds: 0 })
  metrics.watchDatabase(() => Promise.resolve(true))
  metrics.watchPool({ totalCount: 3, idleCount: 2, waitingCount: 1 } as never)
  metrics.watchPasswords({ waiting: 4 })
  metrics.watchMailQueue(queue)
  metrics.watchWebhookQueue(queue)
  metrics.watchEndpoints(() => Promise.resolve(0))
  metrics.watchRateLimitMemory(() => 5)
  metrics.watchTraces(() => 0)
  const app = fastify()
  metrics.watchServer(app.server)
  await app.register(metrics.plugin)
  const { body } = await app.inject('/metrics')
  return body
}

it('every metric of the service has a type and a description', async () => {
  const body = await scrapeAll()
  const described = body.split('\n').filter((line) => /^# (HELP|TYPE) (?!process_|nodejs_)/.test(line))
  expect(described.map((line) => line.slice(2)).join('\n')).toMatchInlineSnapshot(`
    "HELP http_request_duration_seconds Time from the first byte of a request to the last byte of its response.
    TYPE http_request_duration_seconds histogram
    HELP procedure_duration_seconds Time of each call of a procedure, over REST or natively: succeeded, rejected, or failed with a 5xx.
    TYPE procedure_duration_seconds histogram
    HELP rate_limit_decisions_total Requests admitted and rejected by the rate limit, by the store that counted them.
    TYPE rate_limit_decisions_total counter
    HELP rate_limit_degraded 1 while the shared rate limit store is unavailable and this process counts by itself.
    TYPE rate_limit_degraded gauge
    HELP outgoing_enabled 1, or 0 while OUTGOING=off keeps mails and webhooks waiting.
    TYPE outgoing_enabled gauge
    HELP sign_ins_total Sign-in attempts by outcome.
    TYPE sign_ins_total counter
    HELP accounts_created_total Accounts that live partners created. Replayed responses are not counted.
    TYPE accounts_created_total counter
    HELP request_log_dropped_total Requests missing from partners' request logs because there were too many, or the database was unavailable.
    TYPE request_log_dropped_total counter
    HELP mail_delivery_attempts_total Attempts to deliver a mail: sent, deferred for a retry, or failed.
    TYPE mail_delivery_attempts_total counter
    HELP webhook_delivery_attempts_total Attempts to deliver an event to an endpoint: sent, deferred for a retry, or failed.
    TYPE webhook_delivery_attempts_total counter
    HELP expired_rows_deleted_total Rows deleted because they expired.
    TYPE expired_rows_deleted_total counter
    HELP retention_last_run_timestamp_seconds When this instance last deleted all expired rows, in seconds since 1970.
    TYPE retention_last_run_timestamp_seconds gauge
    HELP sealed_by_other_keys Stored values that the first key of DATA_SEALING_KEY did not seal, and that could not be sealed again, counted hourly.
    TYPE sealed_by_other_keys gauge
    HELP log_lines_dropped_total Log lines dropped because the disk was full, or nobody read the pipe.
    TYPE log_lines_dropped_total counter
    HELP build_info 1, labeled with the version of the service.
    TYPE build_info gauge
    HELP clock_seconds The instance's clock, in seconds since 1970.
    TYPE clock_seconds gauge
    HELP database_up 1 if the database is writable and migrated, 0 if it is not or does not respond within half a second.
    TYPE database_up gauge
    HELP database_pool_connections Database connections, open or connecting.
    TYPE database_pool_connections gauge
    HELP database_pool_idle_connections Idle database connections.
    TYPE database_pool_idle_connections gauge
    HELP database_pool_waiting_requests Statements waiting for a connection.
    TYPE database_pool_waiting_requests gauge
    HELP password_hashes_waiting Passwords waiting for a slot to be hashed.
    TYPE password_hashes_waiting gauge
    HELP mail_queue_mails Queued mails, those of them that wait for a retry (deferred), and permanently failed ones, at most 10000 each.
    TYPE mail_queue_mails gauge
    HELP mail_queue_overdue_seconds Time since the most overdue of the mails became due; 0 if none is due.
    TYPE mail_queue_overdue_seconds gauge
    HELP webhook_queue_deliveries Queued deliveries, those of them that wait for a retry (deferred), and permanently failed ones, at most 10000 each.
    TYPE webhook_queue_deliveries gauge
    HELP webhook_queue_overdue_seconds Time since the most overdue of the deliveries became due; 0 if none is due.
    TYPE webhook_queue_overdue_seconds gauge
    HELP webhook_endpoints_failing Endpoints of live partners whose latest attempts failed, or that were disabled for it.
    TYPE webhook_endpoints_failing gauge
    HELP rate_limit_memory_bytes Memory that the counts of rate limits and failed sign-ins use, estimated. At most 61 MiB.
    TYPE rate_limit_memory_bytes gauge
    HELP trace_spans_dropped_total Spans of traces dropped because they could not be exported.
    TYPE trace_spans_dropped_total counter
    HELP http_requests_in_progress Requests in progress.
    TYPE http_requests_in_progress gauge"
  `)
})

it('the gauges of the connection pool, password hashes and rate limits show the current values', async () => {
  const body = await scrapeAll()
  for (const sample of [
    'database_pool_connections 3',
    'database_pool_idle_connections 2',
    'database_pool_waiting_requests 1',
    'password_hashes_waiting 4',
    'rate_limit_memory_bytes 5',
  ]) {
    expect(body).toContain(`\n${sample}\n`)
  }
})

it('http_request_duration_seconds counts a request by method, route, status and duration', async () => {
  metrics.observe('GET', '/a', 200, 0.004)
  expect(await scrape('http_request_duration_seconds_count')).toEqual({
    '{method="GET",route="/a",status="200"}': 1,
  })
  const bucket = (le: string) => `{le="${le}",method="GET",route="/a",status="200"}`
  const below4Ms = ['0.001', '0.0025']
  const above4Ms = ['0.005', '0.01', '0.025', '0.05', '0.1', '0.25', '0.5', '1', '2.5', '5', '+Inf']
  expect(await scrape('http_request_duration_seconds_bucket')).toEqual({
    ...Object.fromEntries(below4Ms.map((le) => [bucket(le), 0])),
    ...Object.fromEntries(above4Ms.map((le) => [bucket(le), 1])),
  })
})

it('http_requests_in_progress counts the request that reads it, but no finished request', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  metrics.watchServer(app.server)
  await app.register(metrics.plugin)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  for (let requests = 0; requests < 2; requests += 1) {
    expect(await (await fetch(`${origin}/metrics`)).text()).toContain('\nhttp_requests_in_progress 1\n')
  }
})

it('counters and gauges show the events of the service, with their labels', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  metrics.setRateLimitDegraded(false)
  metrics.setOutgoingEnabled(true)
  metrics.countAccount()
  metrics.countUnrecorded(3)
  metrics.countDeleted('mails', 2)
  metrics.setRetentionRun()
  metrics.setSealedByOtherKeys({ mails: 4 })
  metrics.countMailAttempt({ kind: 'password-reset' } as never, 'deferred')
  metrics.countWebhookAttempt(undefined, 'sent')
  const samples = {
    rate_limit_degraded: { '': 0 },
    outgoing_enabled: { '': 1 },
    accounts_created_total: { '': 1 },
    request_log_dropped_total: { '': 3 },
    expired_rows_deleted_total: { '{table="mails"}': 2 },
    retention_last_run_timestamp_seconds: { '': 1_800_000_000 },
    sealed_by_other_keys: { '{table="mails"}': 4 },
    mail_delivery_attempts_total: { '{kind="password-reset",outcome="deferred"}': 1 },
    webhook_delivery_attempts_total: { '{outcome="sent"}': 1 },
    clock_seconds: { '': 1_800_000_000 },
  }
  for (const [name, expected] of Object.entries(samples)) expect(await scrape(name), name).toEqual(expected)
})
