import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestResponse, accountBody, request, signIn } from '../harness.ts'
import { type DemoService, startDemoService } from './demo-service.ts'
import { scrape } from './scrape.ts'
import { attributesOf, type CollectedSpan, startCollector, type TestCollector } from './test-collector.ts'

const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const TRACEPARENT = `00-${CALLER.traceId}-${CALLER.spanId}-01`
const CREATION = 'POST /partners/v1/partner-accounts'

describe('Traces', () => {
  let collector: TestCollector
  let service: DemoService
  let token: string
  let created: TestResponse
  const body = { ...accountBody(), full_name: 'Ada Lovelace', mobile_phone: '21912345678' }
  beforeAll(async () => {
    collector = await startCollector()
    service = await startDemoService({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_SERVICE_NAME: 'accounts-under-test',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      SUBSCRIPTION_ACTIVATION: 'immediate',
      LOG_LEVEL: 'trace',
    })
    token = await signIn(service, service.users.demo)
    created = await send('POST', '/partner-accounts', body, { traceparent: TRACEPARENT, tracestate: 'vendor=1' })
  })
  afterAll(async () => {
    await service.discard()
    await collector.stop()
  })

  const send = (method: string, path: string, sent?: unknown, headers = {}) =>
    request(service, method, path, sent, { authorization: `Bearer ${token}`, ...headers })
  const spansOf = (trace: string) => collector.spans.filter(({ traceId }) => traceId === trace)
  const untilSpan = (name: string) =>
    vi.waitFor(() => {
      const span = collector.spans.find((one) => one.name === name)
      if (!span) throw new Error(`no span ${name} in ${collector.spans.map((one) => one.name).join()}`)
      return span
    }, 30_000)
  const childrenOf = ({ spanId, traceId }: CollectedSpan) =>
    spansOf(traceId).filter(({ parentSpanId }) => parentSpanId === spanId)

  it("contain a creation's request, procedure and statements below the caller's span", async () => {
    expect(created.status).toBe(200)
    const root = await untilSpan(CREATION)
    expect({ traceId: root.traceId, spanId: root.parentSpanId }).toEqual(CALLER)
    expect(attributesOf(root)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/partners/v1/partner-accounts',
      'http.response.status_code': 200,
    })
    const procedure = childrenOf(root).find(({ name }) => name === 'accounts.create')!
    const statements = childrenOf(procedure).map((span) => attributesOf(span)['db.query.summary'])
    expect(statements).toEqual(['account_insert'])
    // Every span of the trace descends from the caller's.
    const ids = new Set([CALLER.spanId, ...spansOf(CALLER.traceId).map(({ spanId }) => spanId)])
    expect(spansOf(CALLER.traceId).filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ''))).toEqual([])
    expect(collector.services).toEqual(new Set(['accounts-under-test']))
  })

  it.each([
    ['changes', 'POST', CREATION, 'account_insert'],
    ['reads', 'GET', 'GET /partners/v1/partner-accounts', 'account_page'],
  ])('remain separate while many %s wait for the same connection', async (_kind, method, requestSpan, statement) => {
    /** Sends requests until one succeeds, and returns its trace id. On a busy machine, requests may get 503. */
    const sendUntilSuccess = async (): Promise<string> => {
      for (;;) {
        const traceId = randomBytes(16).toString('hex')
        const headers = { traceparent: `00-${traceId}-${CALLER.spanId}-01` }
        const body = method === 'POST' ? accountBody() : undefined
        const { status } = await send(method, '/partner-accounts', body, headers)
        if (status === 200) return traceId
        expect(status).toBe(503)
      }
    }
    const traceIds = await Promise.all(Array.from({ length: 20 }, sendUntilSuccess))
    await vi.waitFor(() => {
      for (const trace of traceIds) expect(spansOf(trace).map(({ name }) => name)).toContain(requestSpan)
    }, 30_000)
    for (const trace of traceIds) {
      expect(spansOf(trace).filter(({ name }) => name === statement)).toHaveLength(1)
    }
  })

  it('start without a parent for an invalid traceparent, and contain the type of an error', async () => {
    await send('GET', '/partner-accounts/12345678901', undefined, { traceparent: '00-zz-1-01' })
    const root = await untilSpan('GET /partners/v1/partner-accounts/:account_id')
    expect(root.parentSpanId).toBeUndefined()
    const procedure = childrenOf(root).find(({ name }) => name === 'accounts.get')!
    expect(attributesOf(procedure)).toMatchObject({ 'error.type': 'account-not-found' })
    // OpenTelemetry's code for an error.
    expect(procedure.status.code).toBe(2)
  })

  it('contain a span with the mail kind for each delivery', async () => {
    const delivery = await untilSpan('mail delivery')
    expect(attributesOf(delivery)['mail.kind']).toMatch(/^administrator-/)
    expect(delivery.parentSpanId).toBeUndefined()
  })

  it('have their ids in the log lines of their requests', async () => {
    const root = await untilSpan(CREATION)
    const findRequestLine = () =>
      service
        .output()
        .split('\n')
        .find((line) => line.includes(CALLER.traceId) && line.includes('"msg":"request"'))
    await vi.waitFor(() => expect(findRequestLine()).toBeDefined(), 30_000)
    expect(JSON.parse(findRequestLine()!)).toMatchObject({
      trace_id: CALLER.traceId,
      span_id: root.spanId,
      route: '/partners/v1/partner-accounts',
    })
  })

  it('do not contain health checks, scrapes or polls of the mail queue', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) await fetch(`${service.origin}${path}`)
    // When the spans of a later request have arrived, those of the requests above would have arrived, too.
    const laterTrace = 'e'.repeat(32)
    await send('GET', '/partner-accounts', undefined, { traceparent: `00-${laterTrace}-${CALLER.spanId}-01` })
    await vi.waitFor(() => expect(spansOf(laterTrace).length).toBeGreaterThan(0), 30_000)
    // Requests may insert mails.
    expect(
      collector.spans.filter(({ name }) => /health|metrics|\bmails/.test(name) && !name.startsWith('INSERT')),
    ).toEqual([])
  })

  it('contain no secret, token, password, tax ID, e-mail, name, path or parameter', async () => {
    const { demo } = service.users
    const { secret, api_token, _id } = created.body
    await send('GET', `/partner-accounts/12ABC34501DE35?x=${secret}`, undefined, { 'x-secret': secret })
    await send('GET', `/nowhere/${_id}`, undefined, { baggage: `secret=${secret}`, 'x-request-id': _id })
    await send('POST', '/partner-accounts', { ...body, mobile_phone: demo.password })
    await send('POST', '/tokens', { ...demo, password: `${demo.password}x` })
    await fetch(`${service.origin}/trpc/${_id}?input=${encodeURIComponent(JSON.stringify({ secret }))}`)
    await vi.waitFor(
      () => expect(collector.spans.filter(({ name }) => name === 'GET /trpc/unknown')).toHaveLength(1),
      30_000,
    )
    const sent = collector.received.join('\n')
    const { cnpj, name, financial_email } = body.company_doc
    const personal = { ...body, ...demo, secret, api_token, _id, token, cnpj, name, financial_email }
    for (const [what, value] of Object.entries(personal)) {
      if (typeof value === 'string') expect(sent.includes(value), what).toBe(false)
    }
  })

  it('require OpenTelemetry only on demand: no static import of the built service loads it', () => {
    const dist = new URL('../../dist/', import.meta.url)
    const loaded = (file: string): string[] => {
      const code = readFileSync(new URL(file, dist), 'utf8')
      // Matches static imports and re-exports, in the last line of each.
      const imports = [...code.matchAll(/^(?:import|export|\}) .*?"([^"]+)";$|^\} from "([^"]+)";$/gm)]
      return imports.flatMap(([, name, other]) => {
        const module = name ?? other ?? ''
        return module.startsWith('.') ? [module, ...loaded(module)] : [module]
      })
    }
    expect(loaded('./main.js')).toContain('fastify')
    expect(loaded('./main.js').filter((name) => name.startsWith('@opentelemetry/'))).toEqual([])
  })

  it('that cannot be exported are counted in the metrics, and their reason is logged', async () => {
    await collector.stop()
    await send('GET', '/partner-accounts')
    await vi.waitFor(
      async () => expect((await scrape(service.origin)).get('trace_spans_dropped_total')).toBeGreaterThan(0),
      30_000,
    )
    const findLogLine = () =>
      service
        .output()
        .split('\n')
        .find((text) => text.includes('traces not exported'))
    await vi.waitFor(() => expect(findLogLine()).toBeDefined(), 30_000)
    expect(JSON.parse(findLogLine()!)).toMatchObject({ level: 'warn', cause: 'ECONNREFUSED' })
  })

  it('do not delay the shutdown when the collector is unavailable', async () => {
    await send('GET', '/partner-accounts')
    const stoppedAt = performance.now()
    service.process.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    // The service would take longer if it waited for the export, which is retried for 10 s.
    expect(performance.now() - stoppedAt).toBeLessThan(9_000)
  })
})
