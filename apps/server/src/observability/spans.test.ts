import { newSealingKeys } from '@partner-accounts/core/testing'
import { context, ROOT_CONTEXT, type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Database } from '@partner-accounts/db'
import { openInMemory } from '@partner-accounts/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fastify } from 'fastify'
import { traceRequests, traceStatements } from './spans.ts'

it('traceRequests creates a span with the status of the response, and marks it as failed if the status is 500 or more', async () => {
  const spans = new InMemorySpanExporter()
  const app = fastify()
  traceRequests(app, new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }).getTracer('test'))
  app.get('/:status', (request, reply) => reply.code(Number((request.params as { status: string }).status)).send())
  for (const status of [200, 499, 500]) await app.inject(`/${status}`)
  await expect.poll(() => spans.getFinishedSpans()).toHaveLength(3)
  const statuses = spans.getFinishedSpans().map(({ attributes, status }) => [attributes, status.code])
  const attributes = { 'http.request.method': 'GET', 'http.route': '/:status' }
  expect(statuses).toEqual([
    [{ ...attributes, 'http.response.status_code': 200 }, SpanStatusCode.UNSET],
    [{ ...attributes, 'http.response.status_code': 499 }, SpanStatusCode.UNSET],
    [{ ...attributes, 'http.response.status_code': 500 }, SpanStatusCode.ERROR],
  ])
  await app.close()
})

describe('traceStatements', () => {
  const spans = new InMemorySpanExporter()
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }).getTracer('test')
  let database: Database
  beforeAll(async () => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    database = await openInMemory(newSealingKeys(), traceStatements(tracer))
  })
  beforeEach(() => spans.reset())
  afterAll(async () => {
    await database.close()
    context.disable()
  })

  const within = <T>(span: Span, work: () => T): T => context.with(trace.setSpan(ROOT_CONTEXT, span), work)
  const namesBelow = (span: Span) =>
    spans
      .getFinishedSpans()
      .filter(({ parentSpanContext }) => parentSpanContext?.spanId === span.spanContext().spanId)
      .map(({ name }) => name)

  it('creates spans within the request that runs the statement, not the one that released its connection', async () => {
    // The database has one connection, so both statements wait until `holder` releases it.
    const holder = tracer.startSpan('a')
    const one = tracer.startSpan('b')
    const other = tracer.startSpan('c')
    const client = await within(holder, () => database.pool.connect())
    const waiting = [
      within(one, () => database.stores.coupons.find('none')),
      within(other, () => database.stores.accounts.page('nobody', 1, 25)),
    ]
    within(holder, () => client.release())
    await Promise.all(waiting)
    expect([holder, one, other].map(namesBelow)).toEqual([[], ['SELECT coupons'], ['account_page']])
  })

  it('creates spans for a transaction’s statements, including BEGIN and COMMIT', async () => {
    const request = tracer.startSpan('a')
    await within(request, () =>
      database.transact(async ({ accounts, coupons }) => {
        await coupons.find('none')
        await accounts.page('nobody', 1, 25)
      }),
    )
    expect(namesBelow(request)).toEqual(['BEGIN', 'SELECT coupons', 'account_page', 'COMMIT'])
  })

  it('creates no span for a statement outside of a request', async () => {
    await database.stores.coupons.find('none')
    expect(spans.getFinishedSpans()).toEqual([])
  })

  it('records the code of an error, but neither the text nor the values of the statement', async () => {
    const request = tracer.startSpan('a')
    const failing = within(
      request,
      async () => database.prisma.$queryRaw`SELECT 1 FROM nothing WHERE x = 'hunter2' OR x = ${'y'}`,
    )
    await expect(failing).rejects.toThrow()
    const [span] = spans.getFinishedSpans()
    expect(span).toMatchObject({ name: 'SELECT nothing', status: { code: SpanStatusCode.ERROR } })
    expect(span?.attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.query.summary': 'SELECT nothing',
      'error.type': '42P01',
    })
  })
})
