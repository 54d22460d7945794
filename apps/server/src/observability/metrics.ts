import type { Server } from 'node:http'
import type { CallOutcome } from '@partner-accounts/api'
import { DomainError, type MailKind } from '@partner-accounts/core'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { MailAttemptOutcome } from '../mail/mail-worker.ts'
import type { RateLimitDecision } from '../rate-limit/rate-limiter.ts'
import { addMailQueueGauges, type ReadMailQueue } from './mail-queue-gauges.ts'

/** What can be seen of a pool of connections. */
export interface ObservedPool {
  totalCount: number
  idleCount: number
  waitingCount: number
}

/** The procedure that signs in, over REST and natively alike. */
const SIGN_IN = 'tokens.create'

/** What the service tells Prometheus of itself. No label holds what a caller has chosen. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #durations = this.#histogram(
    'http_request_duration_seconds',
    'Time from the first byte of a request to the last of its answer.',
    ['method', 'route', 'status'],
  )
  readonly #decisions = this.#counter(
    'rate_limit_decisions_total',
    'Requests let through and refused by the rate limit, and where they were counted.',
    ['outcome', 'store'],
  )
  readonly #degraded = this.#gauge(
    'rate_limit_degraded',
    '1 while the shared store of rate limits is away and this process counts for itself.',
  )
  readonly #signIns = this.#counter('sign_ins_total', 'Sign-ins by what came of them.', ['outcome'])
  readonly #accounts = this.#counter('accounts_created_total', 'Accounts created; answers given once more are none.')
  readonly #mailAttempts = this.#counter(
    'mail_delivery_attempts_total',
    'Attempts to deliver a mail: sent, to be tried again, or given up.',
    ['kind', 'outcome'],
  )

  constructor() {
    collectDefaultMetrics({ register: this.#registry })
  }

  readonly countDecision = ({ allowed, store }: RateLimitDecision): void => {
    this.#decisions.inc({ outcome: allowed ? 'allowed' : 'refused', store })
  }

  readonly setRateLimitDegraded = (degraded: boolean): void => this.#degraded.set(Number(degraded))

  readonly countAccount = (): void => this.#accounts.inc()

  readonly countMailAttempt = (kind: MailKind, outcome: MailAttemptOutcome): void =>
    this.#mailAttempts.inc({ kind, outcome })

  readonly watchCall = async <T extends CallOutcome>(procedure: string, call: () => Promise<T>): Promise<T> => {
    const outcome = await call()
    if (procedure === SIGN_IN) this.#signIns.inc({ outcome: inAWord(outcome) })
    return outcome
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    this.#durations.observe({ method, route, status }, seconds)
  }

  watchServer(server: Server): void {
    const underWay = this.#gauge('http_requests_in_progress', 'Requests that are being answered.')
    server.on('request', (_request, response) => {
      underWay.inc()
      response.once('close', () => underWay.dec())
    })
  }

  watchPool(pool: ObservedPool): void {
    this.#gauge(
      'database_pool_connections',
      'Connections to the database, open or being opened.',
      () => pool.totalCount,
    )
    this.#gauge('database_pool_idle_connections', 'Those of them that nobody uses.', () => pool.idleCount)
    this.#gauge('database_pool_waiting_requests', 'Statements that wait for a connection.', () => pool.waitingCount)
  }

  watchRateLimitMemory(bytes: () => number): void {
    const help = 'Memory that the counts of rate limits and failed sign-ins use, estimated. Bounded by 60 MiB.'
    this.#gauge('rate_limit_memory_bytes', help, bytes)
  }

  watchPasswords(passwords: { waiting: number }): void {
    this.#gauge('password_hashes_waiting', 'Passwords that wait for a core to be checked.', () => passwords.waiting)
  }

  watchMailQueue(read: ReadMailQueue): void {
    addMailQueueGauges(this.#registry, read)
  }

  /** Serves `/metrics`. */
  readonly plugin = (app: FastifyInstance, _options: object, done: () => void): void => {
    app.get('/metrics', async (_request, reply) =>
      reply.type(this.#registry.contentType).send(await this.#registry.metrics()),
    )
    done()
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] })
  }

  #histogram<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Histogram<Label> {
    const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] })
  }

  /** @param read looked at whenever Prometheus asks */
  #gauge(name: string, help: string, read?: () => number): Gauge {
    const registers = [this.#registry]
    const collect = read && { collect: (): void => gauge.set(read()) }
    const gauge: Gauge = new Gauge({ name, help, registers, ...collect })
    return gauge
  }
}

/** `succeeded`, or the kind of refusal: the domain has a closed list of them. */
function inAWord(outcome: CallOutcome): string {
  if (outcome.ok) return 'succeeded'
  return outcome.error.cause instanceof DomainError ? outcome.error.cause.kind : 'error'
}
