import type { CallOutcome } from '@partner-accounts/api'
import { DomainError, RejectionError } from '@partner-accounts/core'
import fastify from 'fastify'
import { beforeEach, describe, expect, it, vi } from 'vitest'
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
      const [sample = '', value] = line.split(/ (?=\S+$)/)
      return [sample.slice(name.length), Number(value)]
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
  it('show the state that one query per scrape reads, with at most 10,000 of each kind', async () => {
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
