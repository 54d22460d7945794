import type { Server } from 'node:http'
import { type CallOutcome, LOCALES, toErrorResponse, type WatchCall } from '@partner-accounts/api'
import type { ClaimedMail } from '@partner-accounts/core'
import type { Database } from '@partner-accounts/db'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { isRateLimited, signInReason } from '../logging/client-log.ts'
import type { AttemptOutcome } from '../background/delivery-worker.ts'
import type { RateLimitDecision } from '../rate-limit/rate-limiter.ts'
import { addEndpointGauge, addQueueGauges, createScrapeReader, type ReadQueue } from './queue-gauges.ts'

/** The metrics of the service. No label has a value that a caller chooses. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #durations = this.#histogram(
    'http_request_duration_seconds',
    'Time from the first byte of a request to the last byte of its response.',
    ['method', 'route', 'status'],
  )
  readonly #calls = this.#histogram(
    'procedure_duration_seconds',
    'Time of each call of a procedure, over REST or natively: succeeded, rejected, or failed with a 5xx.',
    ['procedure', 'outcome'],
  )
  readonly #decisions = this.#counter(
    'rate_limit_decisions_total',
    'Requests admitted and rejected by the rate limit, by the store that counted them.',
    ['outcome', 'store'],
  )
  readonly #degraded = this.#gauge(
    'rate_limit_degraded',
    '1 while the shared rate limit store is unavailable and this process counts by itself.',
  )
  readonly #outgoingEnabled = this.#gauge(
    'outgoing_enabled',
    '1, or 0 while OUTGOING=off keeps mails and webhooks waiting.',
  )
  readonly #signIns = this.#counter('sign_ins_total', 'Sign-in attempts by outcome.', ['outcome'])
  readonly #accounts = this.#counter(
    'accounts_created_total',
    'Accounts that live partners created. Replayed responses are not counted.',
  )
  readonly #unrecorded = this.#counter(
    'request_log_dropped_total',
    "Requests missing from partners' request logs because there were too many, or the database was unavailable.",
  )
  readonly #mailAttempts = this.#counter(
    'mail_delivery_attempts_total',
    'Attempts to deliver a mail: sent, deferred for a retry, or failed.',
    ['kind', 'outcome'],
  )
  readonly #webhookAttempts = this.#counter(
    'webhook_delivery_attempts_total',
    'Attempts to deliver an event to an endpoint: sent, deferred for a retry, or failed.',
    ['outcome'],
  )
  readonly #deleted = this.#counter('expired_rows_deleted_total', 'Rows deleted because they expired.', ['table'])
  readonly #retentionRun = this.#gauge(
    'retention_last_run_timestamp_seconds',
    'When this instance last deleted all expired rows, in seconds since 1970.',
  )
  readonly #sealedByOtherKeys = new Gauge({
    name: 'sealed_by_other_keys',
    help: 'Stored values that the first key of DATA_SEALING_KEY did not seal, and that could not be sealed again, counted hourly.',
    labelNames: ['table'],
    registers: [this.#registry],
  })

  /** Replaced by `watchLog`. */
  #countDroppedLines = (): number => 0

  constructor(version: string) {
    const help = 'Log lines dropped because the disk was full, or nobody read the pipe.'
    this.#collectedCounter('log_lines_dropped_total', help, () => this.#countDroppedLines())
    const build = { name: 'build_info', help: '1, labeled with the version of the service.', labelNames: ['version'] }
    new Gauge({ ...build, registers: [this.#registry] }).set({ version }, 1)
    this.#gauge('clock_seconds', "The instance's clock, in seconds since 1970.", () => Date.now() / 1000)
    collectDefaultMetrics({ register: this.#registry })
    // These gauges have a counter's suffix. Gauges without the suffix have the same values.
    for (const kind of ['handles', 'requests', 'resources']) {
      this.#registry.removeSingleMetric(`nodejs_active_${kind}_total`)
    }
  }

  readonly countDecision = ({ allowed, store }: RateLimitDecision): void => {
    this.#decisions.inc({ outcome: allowed ? 'allowed' : 'rejected', store })
  }

  readonly setRateLimitDegraded = (degraded: boolean): void => this.#degraded.set(Number(degraded))

  readonly setOutgoingEnabled = (enabled: boolean): void => this.#outgoingEnabled.set(Number(enabled))

  readonly countAccount = (): void => this.#accounts.inc()

  readonly countUnrecorded = (count: number): void => this.#unrecorded.inc(count)

  readonly countDeleted = (table: string, rows: number): void => this.#deleted.inc({ table }, rows)

  readonly setRetentionRun = (): void => this.#retentionRun.set(Date.now() / 1000)

  readonly setSealedByOtherKeys = (counts: Record<string, number>): void => {
    for (const [table, count] of Object.entries(counts)) this.#sealedByOtherKeys.set({ table }, count)
  }

  readonly countMailAttempt = ({ kind }: ClaimedMail, outcome: AttemptOutcome): void =>
    this.#mailAttempts.inc({ kind, outcome })

  readonly countWebhookAttempt = (_delivery: unknown, outcome: AttemptOutcome): void =>
    this.#webhookAttempts.inc({ outcome })

  /** Counts a sign-in over REST or in the portal. */
  readonly countSignIn = (outcome: CallOutcome): void => {
    if (outcome.ok) this.#signIns.inc({ outcome: 'succeeded' })
    else if (!isRateLimited(outcome.error)) this.#signIns.inc({ outcome: signInReason(outcome.error) })
  }

  /** @param trace runs the call in a span */
  readonly watchCalls =
    (trace?: WatchCall): WatchCall =>
    async (procedure, call) => {
      const startedAt = performance.now()
      let outcome = 'failed'
      try {
        const result = await (trace ? trace(procedure, call) : call())
        outcome = outcomeOf(result)
        return result
      } finally {
        this.#calls.observe({ procedure, outcome }, (performance.now() - startedAt) / 1000)
      }
    }

  observe(method: string, route: string, status: number, seconds: number): void {
    this.#durations.observe({ method, route, status }, seconds)
  }

  watchServer(server: Server): void {
    let inProgress = 0
    this.#gauge('http_requests_in_progress', 'Requests in progress.', () => inProgress)
    // Runs before the service's own listener, so that a scrape counts itself.
    server.prependListener('request', (_request, response) => {
      inProgress += 1
      response.once('close', () => {
        inProgress -= 1
      })
    })
  }

  /** @param isReady as for `/health/ready` */
  watchDatabase(isReady: () => Promise<boolean>): void {
    const read = createScrapeReader(isReady)
    new Gauge({
      name: 'database_up',
      help: '1 if the database is writable and migrated, 0 if it is not or does not respond within half a second.',
      registers: [this.#registry],
      async collect() {
        this.set(Number((await read()) ?? false))
      },
    })
  }

  watchPool(pool: Database['pool']): void {
    this.#gauge('database_pool_connections', 'Database connections, open or connecting.', () => pool.totalCount)
    this.#gauge('database_pool_idle_connections', 'Idle database connections.', () => pool.idleCount)
    this.#gauge('database_pool_waiting_requests', 'Statements waiting for a connection.', () => pool.waitingCount)
  }

  watchRateLimitMemory(bytes: () => number): void {
    const help = 'Memory that the counts of rate limits and failed sign-ins use, estimated. At most 61 MiB.'
    this.#gauge('rate_limit_memory_bytes', help, bytes)
  }

  watchLog(countDroppedLines: () => number): void {
    this.#countDroppedLines = countDroppedLines
  }

  watchTraces(countLostSpans: () => number): void {
    const help = 'Spans of traces dropped because they could not be exported.'
    this.#collectedCounter('trace_spans_dropped_total', help, countLostSpans)
  }

  watchPasswords(passwords: { waiting: number }): void {
    this.#gauge('password_hashes_waiting', 'Passwords waiting for a slot to be hashed.', () => passwords.waiting)
  }

  watchMailQueue(read: ReadQueue): void {
    addQueueGauges(this.#registry, { name: 'mail_queue', unit: 'mails' }, read)
  }

  watchWebhookQueue(read: ReadQueue): void {
    addQueueGauges(this.#registry, { name: 'webhook_queue', unit: 'deliveries' }, read)
  }

  watchEndpoints(countFailing: () => Promise<number>): void {
    addEndpointGauge(this.#registry, countFailing)
  }

  readonly plugin = (app: FastifyInstance, _options: object, done: () => void): void => {
    app.get('/metrics', async (_request, reply) =>
      reply.type(this.#registry.contentType).send(await this.#registry.metrics()),
    )
    done()
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] })
  }

  /** @param read called on every scrape, returns the total */
  #collectedCounter(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }

  #histogram<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Histogram<Label> {
    const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] })
  }

  /** @param read called on every scrape */
  #gauge(name: string, help: string, read?: () => number): Gauge {
    const registers = [this.#registry]
    if (!read) return new Gauge({ name, help, registers })
    return new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  }
}

function outcomeOf(result: CallOutcome): 'succeeded' | 'rejected' | 'failed' {
  if (result.ok) return 'succeeded'
  return toErrorResponse(result.error, LOCALES[0], '').status >= 500 ? 'failed' : 'rejected'
}
