import { createServer, type RequestListener, type Server } from 'node:http'
import { freePort } from '@partner-accounts/local-servers'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Metrics } from '../../src/observability/metrics.ts'
import { startOpenTelemetry, type Tracing } from '../../src/observability/open-telemetry.ts'
import { SpanLosses } from '../../src/observability/span-losses.ts'
import { captureLog } from '../mail/log-capture.ts'
import { sampleMail } from '../mail/sample-mails.ts'

const MESSAGE = 'traces not exported: check the collector and OTEL_EXPORTER_OTLP_ENDPOINT'
/** Returned as a status text, which the log must not contain. */
const SECRET = 'secret-of-the-proxy'

let port: number
let collector: Server | undefined
let tracing: Tracing | undefined
let log: ReturnType<typeof captureLog>
beforeEach(async () => {
  port = await freePort()
  log = captureLog()
})
afterEach(async () => {
  collector?.closeAllConnections()
  await tracing?.close()
  collector?.close()
  collector = undefined
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

async function startTracing(environment: Record<string, string> = {}): Promise<Tracing> {
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    // Shorter than the exporter's delay before a retry, so a failed export is not retried.
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    OTEL_BSP_SCHEDULE_DELAY: '10',
    ...environment,
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  tracing = await startOpenTelemetry({ exporter: 'otlp', protocol: 'http/protobuf', serviceName: 'test' })
  tracing.losses.logger = log.logger
  return tracing
}

async function startCollector(respond: RequestListener): Promise<void> {
  collector = createServer(respond)
  await new Promise<void>((resolve) => collector?.listen(port, '127.0.0.1', resolve))
}

async function recordSpans({ traceMails }: Tracing, count = 1): Promise<void> {
  const transport = traceMails({ concurrency: 1, send: () => Promise.resolve(), close() {} })
  for (let sent = 0; sent < count; sent += 1) await transport.send(sampleMail())
}

const respondWith =
  (status: number): RequestListener =>
  (request, response) => {
    request.resume()
    response.writeHead(status, SECRET).end(SECRET)
  }
const untilLost = (spans: number) =>
  vi.waitFor(() => expect(tracing?.losses.count).toBe(spans), { timeout: 30_000, interval: 10 })

it.each<[string, string, RequestListener | undefined]>([
  ['does not listen', 'ECONNREFUSED', undefined],
  ['rejects the credentials', 'HTTP 401', respondWith(401)],
  ['is overloaded', 'HTTP 429, 502, 503 or 504', respondWith(503)],
  ['never responds', 'ETIMEDOUT', (request) => request.resume()],
])('spans for a collector that %s are counted, and logged with %s', async (_what, cause, respond) => {
  if (respond) await startCollector(respond)
  await recordSpans(await startTracing())
  await untilLost(1)
  expect(log.lines).toEqual([{ level: 40, cause, droppedSpans: 1, msg: MESSAGE }])
  expect(log.text()).not.toContain(SECRET)
})

it('spans for a collector without TLS at an https address are counted and logged', async () => {
  await startCollector(respondWith(200))
  await recordSpans(await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: `https://127.0.0.1:${port}` }))
  await untilLost(1)
  const cause = expect.stringMatching(/^E[A-Z_]+$/) as string
  expect(log.lines).toEqual([{ level: 40, cause, droppedSpans: 1, msg: MESSAGE }])
})

it('spans beyond a full queue are lost and counted, and those in the queue are exported', async () => {
  const releases: (() => void)[] = []
  await startCollector((request, response) => {
    request.resume()
    releases.push(() => response.end())
  })
  const started = await startTracing({
    OTEL_EXPORTER_OTLP_TIMEOUT: '30000',
    OTEL_BSP_MAX_QUEUE_SIZE: '2',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1',
  })
  await recordSpans(started)
  await vi.waitFor(() => expect(releases).toHaveLength(1), { timeout: 30_000, interval: 10 })
  // The first span is in flight. Two of these five fit into the queue.
  await recordSpans(started, 5)
  expect(started.losses.count).toBe(3)
  // Only the first loss is logged: the next line is due after a minute.
  expect(log.lines).toEqual([{ level: 40, cause: 'QUEUE_FULL', droppedSpans: 1, msg: MESSAGE }])
  for (const exported of [1, 2, 3]) {
    await vi.waitFor(() => expect(releases).toHaveLength(exported), { timeout: 30_000, interval: 10 })
    releases[exported - 1]?.()
  }
  expect(started.losses.count).toBe(3)
})

it('exported spans are neither counted nor logged', async () => {
  let requests = 0
  await startCollector((request, response) => {
    requests += 1
    request.resume()
    response.end()
  })
  const started = await startTracing()
  await recordSpans(started)
  await vi.waitFor(() => expect(requests).toBe(1), { timeout: 30_000, interval: 10 })
  await started.close()
  expect(started.losses.count).toBe(0)
  expect(log.lines).toEqual([])
})

it('lost spans are logged once a minute, with their number since the last line', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const losses = new SpanLosses()
  losses.logger = log.logger
  losses.add(2, 'ECONNREFUSED')
  vi.advanceTimersByTime(59_000)
  losses.add(3, 'ECONNREFUSED')
  expect(log.lines).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  losses.add(4, 'HTTP 401')
  expect(log.lines.slice(1)).toEqual([{ level: 40, cause: 'HTTP 401', droppedSpans: 7, msg: MESSAGE }])
})

it('GET /metrics returns the number of lost spans', async () => {
  const metrics = new Metrics('1.0.0')
  let lost = 0
  metrics.watchTraces(() => lost)
  const app = Fastify().register(metrics.plugin)
  for (const spans of [0, 5]) {
    lost = spans
    const { body } = await app.inject('/metrics')
    expect(body).toContain(`\ntrace_spans_dropped_total ${spans}\n`)
  }
  await app.close()
})
