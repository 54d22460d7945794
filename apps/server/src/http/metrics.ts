import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { RateLimitDecision } from '../rate-limit/rate-limiter.ts'

/** What can be seen of a pool of connections. */
export interface ObservedPool {
  totalCount: number
  idleCount: number
  waitingCount: number
}

/** What the service tells Prometheus of itself. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #durations: Histogram<'method' | 'route' | 'status'>
  readonly #decisions: Counter<'outcome' | 'store'>
  readonly #degraded: Gauge

  constructor() {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    })
    this.#decisions = new Counter({
      name: 'rate_limit_decisions_total',
      help: 'Requests let through and refused by the rate limit, and where they were counted.',
      labelNames: ['outcome', 'store'],
      registers,
    })
    this.#degraded = new Gauge({
      name: 'rate_limit_degraded',
      help: '1 while the shared store of rate limits is away and this process counts for itself.',
      registers,
    })
  }

  readonly countDecision = ({ allowed, store }: RateLimitDecision): void => {
    this.#decisions.inc({ outcome: allowed ? 'allowed' : 'refused', store })
  }

  readonly setRateLimitDegraded = (degraded: boolean): void => this.#degraded.set(Number(degraded))

  observe(method: string, route: string, status: number, seconds: number): void {
    this.#durations.observe({ method, route, status }, seconds)
  }

  /** Looked at whenever Prometheus asks. */
  watchPool(pool: ObservedPool): void {
    const registers = [this.#registry]
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        ...{ name, help, registers },
        collect() {
          this.set(read())
        },
      })
    gauge('database_pool_connections', 'Connections to the database, open or being opened.', () => pool.totalCount)
    gauge('database_pool_idle_connections', 'Those of them that nobody uses.', () => pool.idleCount)
    gauge('database_pool_waiting_requests', 'Statements that wait for a connection.', () => pool.waitingCount)
  }

  /** Serves `/metrics`. */
  readonly plugin = (app: FastifyInstance, _options: object, done: () => void): void => {
    app.get('/metrics', async (_request, reply) =>
      reply.type(this.#registry.contentType).send(await this.#registry.metrics()),
    )
    done()
  }
}
